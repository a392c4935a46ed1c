import CLibPQ

/// A connection of libpq, which one thread uses at a time. Only the files `LibPQ….swift` know libpq.
///
/// No answer is awaited for ever: libpq's blocking calls have no deadline, so its asynchronous ones are used, and this
/// thread waits for the socket. See https://www.postgresql.org/docs/15/libpq-async.html
@safe final class LibPQConnection {
    let handle: OpaquePointer
    private let warningCount: UnsafeMutablePointer<Int32>
    /// Whether it was given up.
    var isLost = false
    /// The statements that were sent and whose answers are not read yet: whether each was also prepared.
    var underWay: [Bool] = []
    /// Gives up the connection from another thread.
    let interruption = Interruption()
    /// How long after a statement's deadline, or for a statement of transaction control, the server's answer is awaited.
    /// Then the connection is given up.
    var answerTimeout = Duration.seconds(10)
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
            throw .refused(ConnectionAdvice.advised(reason))
        }
        unsafe self.handle = unsafe handle
        unsafe warningCount = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        unsafe warningCount.initialize(to: 0)
        unsafe fairkit_pq_count_warnings(handle, warningCount)
        _ = unsafe PQsetnonblocking(handle, 1)
    }

    deinit {
        unsafe PQfinish(handle)
        unsafe warningCount.deallocate()
    }

    /// How many warnings the server has sent. Their texts are dropped, since they may hold values.
    var warnings: Int { Int(unsafe warningCount.pointee) }

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
    /// Runs statements of transaction control, separated by semicolons, while no others are under way.
    /// - Returns: the result of the last one, whose columns are text.
    @discardableResult
    func control(_ text: String) throws(ServerFailure) -> LibPQResult {
        try check(unsafe PQsendQuery(handle, text))
        return try answer(by: .now + answerTimeout)
    }

    /// Sends a prepared statement. Parameters and columns are binary.
    /// - Returns: 1 if it was sent.
    func send(prepared name: String, _ parameters: Parameters) -> Int32 {
        unsafe parameters.bytes.withUnsafeBytes { bytes in
            // The buffer is never empty, and each range lies in it.
            let values = unsafe parameters.ranges.map { range -> UnsafePointer<CChar>? in
                guard let range else { return nil }
                return unsafe bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self)
            }
            let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: lengths.count)
            return unsafe PQsendQueryPrepared(handle, name, Int32(lengths.count), values, lengths, formats, 1)
        }
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
