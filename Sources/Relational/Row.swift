/// The current row of a statement; it can't outlive the closure that borrows it.
///
/// Columns count from zero.
@usableFromInline package struct Row: ~Copyable {
    @usableFromInline let source: any ColumnSource
    /// Unseals columns; nil where the engine encrypts its files.
    @usableFromInline let sealer: (any ColumnSealer)?

    package init(_ source: any ColumnSource, unsealedBy sealer: (any ColumnSealer)? = nil) {
        self.source = source
        self.sealer = sealer
    }

    /// The value of a column as the requested type.
    /// - Throws: `DatabaseError.unexpectedValue` if the column has another type, or NULL where none is allowed.
    ///
    /// It is inlined where rows are decoded, so that the type is known there: a page of results calls it about five
    /// hundred times.
    @inlinable package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self
    ) throws(DatabaseError) -> T {
        guard let value = T(column: Int32(column), of: self) else { throw unexpected(column) }
        return value
    }

    @usableFromInline func unexpected(_ column: Int) -> DatabaseError {
        .unexpectedValue(column: column, sql: source.text)
    }
}

extension Row {
    // The columns as a conformance of `SQLValueConvertible` reads them. Without a value for one column, which would hold
    // the source as well, no call costs a reference count.

    @inlinable package func isNull(_ column: Int32) -> Bool { source.isNull(column) }

    /// nil if it has another type.
    @inlinable package func integer(_ column: Int32) -> Int64? { source.integer(column) }

    /// nil if it has another type.
    @inlinable package func text(_ column: Int32) -> String? { source.text(column) }

    /// Passes the bytes to a closure.
    /// - Returns: nil if it has another type.
    @inlinable package func withBytes<T>(_ column: Int32, _ body: (RawSpan) -> T?) -> T? {
        var value: T?
        return source.withBytes(column) { value = body($0) } ? value : nil
    }

    /// Whether its sealed columns have sealed values.
    package var isSealed: Bool { sealer != nil }

    /// The stored value; nil for floating point, which FairKit never stores.
    @inlinable package func stored(_ column: Int32) -> SQLValue? { source.value(column) }
}
