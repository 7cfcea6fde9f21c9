public import JSONSchema
public import StrictJSON

extension Drift {
  /// Finds where the records of a format lie: the elements of `$.meals`, say, or the whole answer.
  ///
  /// An answer that holds several lists has several places.
  public static func recordPaths(in shape: Shape) -> [ShapePath] { RecordRoots(in: shape).paths }
}
