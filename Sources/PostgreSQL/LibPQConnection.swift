import CLibPQ
import Glibc
import Synchronization

/// A connection of libpq, which one thread uses at a time. No other file than this one knows libpq.
///
/// No answer is awaited for ever: libpq's blocking calls have no deadline, so its asynchronous ones are used, and this
/// thread waits for the socket. See https://www.postgresql.org/docs/15/libpq-async.html
@safe final class LibPQConnection {
    private let handle: OpaquePointer
    /// Whether it was given up.
    private var isLost = false
    /// Gives up the connection from another thread.
    let interruption = Interruption()
    /// How long one call of `poll` waits: an interruption is noticed after this time at the latest.
    private static let longestPoll: Int32 = 100
    /// How long after a statement's deadline, or for a statement of transaction control, the server's answer is awaited.
    /// Then the connection is given up.
    var patience = Duration.seconds(10)
    /// The same for a statement without a deadline.
    var longest = Duration.seconds(300)

    /// Connects, or fails after some seconds for each host.
    /// - Parameter settings: keywords and values of https://www.postgresql.org/docs/15/libpq-connect.html
    init(_ settings: [(keyword: String, value: String)]) throws(ServerFailure) {
        // The text would end there, and the settings after it would be lost.
        guard !settings.contains(where: { $0.value.utf8.contains(0) }) else {
            throw .refused("a setting has a zero byte")
        }
        let text = settings.map { "\($0.keyword)='\($0.value.escaped)'" }.joined(separator: " ")
        guard let handle = unsafe PQconnectdb(text) else { throw .lost("out of memory") }
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            // It names hosts, the user and the database. No row has been read yet.
            let reason = unsafe String(cString: PQerrorMessage(handle))
            unsafe PQfinish(handle)
            throw .refused(reason.split(whereSeparator: \.isNewline).joined(separator: "; "))
        }
        unsafe self.handle = unsafe handle
        unsafe fairkit_pq_without_notices(handle)
        _ = unsafe PQsetnonblocking(handle, 1)
    }

    deinit { unsafe PQfinish(handle) }

    /// A setting that the server reports, such as `server_encoding`.
    func reported(_ setting: String) -> String? {
        guard let value = unsafe PQparameterStatus(handle, setting) else { return nil }
        return unsafe String(cString: value)
    }

    /// The server's version, such as 150018.
    var serverVersion: Int { Int(unsafe PQserverVersion(handle)) }

    /// Where the server is in a transaction.
    enum TransactionState {
        case none
        case open
        /// A statement has failed: only a rollback is accepted.
        case failed
        case lost
    }

    var transaction: TransactionState {
        guard !isLost else { return .lost }
        return switch unsafe PQtransactionStatus(handle) {
        case PQTRANS_IDLE: .none
        case PQTRANS_INTRANS, PQTRANS_ACTIVE: .open
        case PQTRANS_INERROR: .failed
        default: .lost
        }
    }
}

extension LibPQConnection {
    /// Runs statements of transaction control, separated by semicolons.
    /// - Returns: the result of the last one, whose columns are text.
    @discardableResult
    func control(_ text: String) throws(ServerFailure) -> LibPQResult {
        try check(unsafe PQsendQuery(handle, text))
        return try answer(by: .now + patience)
    }

    /// Prepares a statement; an empty name is replaced by the next statement without a name.
    /// - Parameter types: the object identifiers of the parameters' types; 0 is inferred by the server.
    func prepare(
        _ name: String, text: String, types: [UInt32], deadline: ContinuousClock.Instant?
    ) throws(ServerFailure) {
        try check(unsafe PQsendPrepare(handle, name, text, Int32(types.count), types))
        _ = try answer(by: end(after: deadline))
    }

    /// Runs a prepared statement. Parameters and columns are binary.
    func run(
        prepared name: String, _ parameters: Parameters, deadline: ContinuousClock.Instant?
    ) throws(ServerFailure) -> LibPQResult {
        let sent = unsafe parameters.bytes.withUnsafeBytes { bytes in
            // The buffer is never empty, and each range lies in it.
            let values = unsafe parameters.ranges.map { range -> UnsafePointer<CChar>? in
                guard let range else { return nil }
                return unsafe bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self)
            }
            let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: lengths.count)
            return unsafe PQsendQueryPrepared(handle, name, Int32(lengths.count), values, lengths, formats, 1)
        }
        try check(sent)
        return try answer(by: end(after: deadline))
    }

    /// Until when an answer is awaited. The server itself interrupts a statement at its deadline.
    private func end(after deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant {
        deadline.map { max($0, .now) + patience } ?? .now + longest
    }

    private func check(_ sent: Int32) throws(ServerFailure) {
        guard sent == 1 else { throw lost("a statement could not be sent") }
    }

    /// Gives up the connection.
    private func lost(_ reason: String) -> ServerFailure {
        isLost = true
        return .lost(reason)
    }

    /// Gives up the connection, and tells the server so at once.
    private func gaveUp() -> ServerFailure {
        shutdown(unsafe PQsocket(handle), Int32(SHUT_RDWR))
        return lost("the server did not answer")
    }

    /// The answer to what was sent.
    private func answer(by end: ContinuousClock.Instant) throws(ServerFailure) -> LibPQResult {
        var last: LibPQResult?
        var failure: ServerFailure?
        while true {
            try wait(until: end)
            guard let result = unsafe PQgetResult(handle) else { break }
            let answer = unsafe LibPQResult(result)
            failure = failure ?? answer.failure
            // Of a COPY, which nothing here sends, there would be results for ever.
            if case .lost(let reason) = failure { throw lost(reason) }
            last = answer
        }
        if let failure { throw transaction == .lost ? lost("the server ended the connection (\(failure))") : failure }
        guard let last else { throw lost("the server sent no answer") }
        return last
    }

    /// Waits until the next result is complete. If that takes too long, the connection is given up.
    private func wait(until end: ContinuousClock.Instant) throws(ServerFailure) {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost("the connection broke") }
            // Also between statements that are all quick.
            guard !interruption.isSet else { throw gaveUp() }
            if unsent == 0, unsafe PQisBusy(handle) == 0 { return }
            let socket = unsafe PQsocket(handle)
            var waiting = pollfd(fd: socket, events: Int16(POLLIN | (unsent > 0 ? POLLOUT : 0)), revents: 0)
            let time = min(ContinuousClock.now.duration(to: end).milliseconds, LibPQConnection.longestPoll)
            switch unsafe poll(&waiting, 1, time) {
            case 0 where !interruption.isSet && .now < end: break
            case 0: throw gaveUp()
            case ..<0: guard errno == EINTR else { throw lost("the socket failed (\(errno))") }
            default:
                guard unsafe waiting.revents == Int16(POLLOUT) || PQconsumeInput(handle) == 1 else {
                    throw lost("the connection broke")
                }
            }
        }
    }
}

/// Asks the thread of a connection to give it up.
final class Interruption: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

extension Duration {
    /// Whole milliseconds for `poll`, rounded up; at least 0.
    fileprivate var milliseconds: Int32 {
        max(0, Int32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 + 1))
    }
}

/// One result of libpq: the rows of a query, or what a statement has done.
@safe final class LibPQResult {
    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe PQclear(handle) }

    var rows: Int32 { unsafe PQntuples(handle) }

    /// The first column of the first row of a result whose columns are text.
    var firstText: String? {
        guard rows > 0, !isNull(0, 0) else { return nil }
        return withBytes(0, 0) { bytes in unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
    }

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

    /// Why the statement failed; nil if it did not. The server's own message is left out: its detail holds values.
    fileprivate var failure: ServerFailure? {
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

extension String {
    /// The value as it stands between quotes in a connection string. By bytes: a combining mark after a quote would hide
    /// it from a comparison of characters.
    fileprivate var escaped: String {
        let quote = UInt8(ascii: "'")
        let backslash = UInt8(ascii: "\\")
        return String(
            decoding: utf8.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }, as: UTF8.self)
    }
}
