import CLibPQ

/// One result of libpq: the rows of a query, or what a statement has done.
@safe final class LibPQResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe PQclear(handle) }

    var rows: Int32 { unsafe PQntuples(handle) }

    /// How many rows the statement changed.
    var changed: Int { Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The object identifier of a column's type; 0 if there is no such column.
    func type(of column: Int32) -> UInt32 { unsafe PQftype(handle, column) }

    func isNull(_ row: Int32, _ column: Int32) -> Bool { unsafe PQgetisnull(handle, row, column) != 0 }

    /// Lends the bytes of a value; NULL has none.
    func withBytes<T>(_ row: Int32, _ column: Int32, _ body: (RawSpan) -> T) -> T {
        guard let bytes = unsafe PQgetvalue(handle, row, column) else { return body(RawSpan()) }
        return body(unsafe RawSpan(_unsafeStart: bytes, byteCount: Int(PQgetlength(handle, row, column))))
    }

    /// Whether it is the end of a pipeline, and no statement's result.
    var isEndOfPipeline: Bool { unsafe PQresultStatus(handle) == PGRES_PIPELINE_SYNC }

    /// Why the statement failed; nil if it did not. The server's own message is left out: its detail holds values.
    var failure: ServerFailure? {
        switch unsafe PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        default: break
        }
        func text(_ field: UnsafePointer<CChar>?) -> String? { unsafe field.map { unsafe String(cString: $0) } }
        guard let state = unsafe text(fairkit_pq_state(handle)) else { return .lost("the connection broke") }
        return .statement(
            SQLState(rawValue: state), table: unsafe text(fairkit_pq_table(handle)),
            column: unsafe text(fairkit_pq_column(handle)), constraint: unsafe text(fairkit_pq_constraint(handle)))
    }
}
