import Foundation
import JSONSchema

#if canImport(CDispatch)
  // On Linux the compiler takes `pthread_attr_t` for a type of this module.
  import CDispatch
#endif

/// Runs code that calls itself for each level of a format on a stack that is large enough for it.
///
/// Documents nest up to 512 levels, and a comparison takes up to 20 KiB of the stack for each, four
/// times that where nothing is optimised; a thread has 8 MiB, or 512 KiB on Apple's platforms beside
/// the main thread. Nearly all formats have a few levels and are compared where the caller is. A
/// deeper one gets a thread with a stack of its own, of which the system provides what is touched.
/// Where no such thread can be had, the code runs where the caller is.
///
/// The unsafe code of this file hands a closure to `pthread_create` and waits for the thread's end.
/// On Apple's platforms a thread is an optional pointer, elsewhere a number.
enum DeepStack {
  /// The depth that any thread has room for.
  private static let usualDepth = 16

  /// Room for 1,024 levels of 80 KiB.
  private static let size = 80 << 20

  /// Runs code about some shapes.
  static func run<Value>(for shapes: [Shape], _ body: () -> Value) -> Value {
    guard shapes.contains(where: { $0.isDeeper(than: usualDepth) }) else { return body() }
    var value: Value?
    let isDone = withoutActuallyEscaping({ value = body() }) { runOnThread($0) }
    guard isDone, let value else { return body() }
    return value
  }

  /// What the thread does.
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs code on a thread of its own and waits for it; false where there is no such thread.
  private static func runOnThread(_ body: @escaping () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, size) == 0 else { return false }
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = unsafe pthread_create(
        &thread, &attributes,
        { context in
          unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard error == 0, let thread = unsafe thread else {
        unsafe work.release()
        return false
      }
      unsafe pthread_join(thread, nil)
    #else
      var thread = pthread_t()
      let error = unsafe pthread_create(
        &thread, &attributes,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          }
          return nil
        }, work.toOpaque())
      guard error == 0 else {
        unsafe work.release()
        return false
      }
      pthread_join(thread, nil)
    #endif
    return true
  }
}

extension Shape {
  /// Whether any place lies deeper than a number of levels.
  fileprivate func isDeeper(than limit: Int) -> Bool {
    var shapes = [self]
    for _ in 0..<limit {
      shapes = shapes.flatMap(\.containersBelow)
      if shapes.isEmpty { return false }
    }
    return true
  }

  /// The shapes of the arrays and objects in this one.
  private var containersBelow: [Shape] {
    var shapes = object?.members.map(\.shape) ?? []
    if let element { shapes.append(element) }
    if let value = object?.mapValue { shapes.append(value) }
    return shapes.filter { $0.object != nil || $0.element != nil }
  }
}
