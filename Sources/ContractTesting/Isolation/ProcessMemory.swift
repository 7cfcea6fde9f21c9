import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the memory of a process is counted and limited.
package enum ProcessMemory {
  /// The most memory that a process had at one time, in bytes.
  static func peak(_ usage: rusage) -> Int {
    #if canImport(Darwin)
      Int(usage.ru_maxrss)
    #else
      Int(usage.ru_maxrss) * 1_024
    #endif
  }

  /// The most memory that this process had at one time, in bytes.
  ///
  /// On Linux a process begins with the peak of the one that started it.
  static var ownPeak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    return peak(usage)
  }

  /// The memory that this process has now, in bytes; on Darwin the most that it had.
  package static var own: Int {
    #if canImport(Darwin)
      return ownPeak
    #else
      return statistic(1)
    #endif
  }

  #if !canImport(Darwin)
    /// A number of `/proc/self/statm`, in bytes: 1 is what is in memory, 5 is the data; 0 without it.
    private static func statistic(_ position: Int) -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let parts = text.split(separator: " ")
      guard parts.count > position, let pages = Int(parts[position]) else { return 0 }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  #endif

  /// Limits the data of this process; on Darwin nothing does.
  static func limit(to bytes: Int) {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    #elseif canImport(Musl)
      let resource = RLIMIT_DATA
    #endif
    #if !canImport(Darwin)
      // A program with a sanitizer begins with terabytes.
      guard statistic(5) < bytes else { return }
      var limits = rlimit()
      unsafe getrlimit(resource, &limits)
      limits.rlim_cur = min(rlim_t(bytes), limits.rlim_max)
      unsafe setrlimit(resource, &limits)
    #endif
  }

  /// Leaves no core file behind where this process ends by a signal.
  static func forbidCoreFiles() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      let resource = RLIMIT_CORE
    #endif
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(resource, &none)
  }
}
