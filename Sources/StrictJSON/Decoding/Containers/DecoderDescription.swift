/// A decoder or container that describes itself by its place only.
///
/// Code may put its decoder into an error. The text of the error then holds the decoder's, and what a
/// decoder is made of here tells nobody what is wrong with a document.
protocol DescribedByPlace: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  var codingPath: [any CodingKey] { get }
}

extension DescribedByPlace {
  /// The place: `decoder at /meals/0`.
  var description: String {
    let pointer = JSONPointer(
      tokens: codingPath.map { key in key.intValue.map(String.init) ?? key.stringValue })
    return pointer.tokens.isEmpty ? "decoder" : "decoder at \(pointer)"
  }

  var debugDescription: String { description }

  /// A mirror without children, for `dump` and for the description of what holds the decoder.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension ValueDecoder: DescribedByPlace {}
extension FastDecoder: DescribedByPlace {}
extension ProbeDecoder: DescribedByPlace {}
extension KeyedContainer: DescribedByPlace {}
extension FastKeyedContainer: DescribedByPlace {}
extension UnkeyedContainer: DescribedByPlace {}
extension FastUnkeyedContainer: DescribedByPlace {}
extension SingleValueContainer: DescribedByPlace {}
extension FastSingleValueContainer: DescribedByPlace {}
