/// The columns of a statement's current row, as its engine holds them.
///
/// Columns count from zero. Decoding a column costs one dynamic call, or two if it may be NULL.
@usableFromInline package protocol ColumnSource: AnyObject {
    /// The statement's text, for errors.
    var text: String { get }
    func isNull(_ column: Int32) -> Bool
    /// nil if it has another type.
    func integer(_ column: Int32) -> Int64?
    /// nil if it has another type.
    func text(_ column: Int32) -> String?
    /// Passes the bytes to a closure.
    /// - Returns: false if it has another type; then the closure was not called.
    func withBytes(_ column: Int32, _ body: (RawSpan) -> Void) -> Bool
    /// The stored value; nil for floating point, which FairKit never stores.
    func value(_ column: Int32) -> SQLValue?
}
