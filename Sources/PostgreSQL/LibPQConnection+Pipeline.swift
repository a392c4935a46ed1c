import CLibPQ

/// A statement that is sent without awaiting its answer.
struct PipedStatement {
    /// The name under which it is prepared.
    let name: String
    /// Its text and the types of its parameters, if it is prepared now; nil: it is prepared.
    let preparation: (text: String, types: [UInt32])?
    let parameters: Parameters
}

/// The outcome of the statements that were under way.
struct PipelineResult {
    /// The results of those that succeeded: all, or those before the first that failed.
    var results: [LibPQResult] = []
    /// Why the next one failed, and whether that was its preparation.
    var failure: (reason: ServerFailure, isOfPreparation: Bool)?
}

extension LibPQConnection {
    /// Sends a statement behind those that are under way. The server begins with it at once. It runs none that follows a
    /// failed one.
    ///
    /// See https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
    /// - Parameter isLast: whether none follows at once; else it may leave together with the next one.
    /// - Throws: the loss of the connection.
    func pipe(_ statement: PipedStatement, isLast: Bool) throws(ServerFailure) {
        if underWay.isEmpty { try check(unsafe PQenterPipelineMode(handle)) }
        if let (text, types) = statement.preparation {
            try check(unsafe PQsendPrepare(handle, statement.name, text, Int32(types.count), types))
        }
        try check(send(prepared: statement.name, statement.parameters))
        underWay.append(statement.preparation != nil)
        // Bytes that the socket does not take are sent while the answers are awaited.
        guard !isLast || (unsafe PQflush(handle)) >= 0 else { throw lost("the connection broke") }
    }

    /// Awaits the answers to all statements under way, in one round trip.
    /// - Throws: the loss of the connection.
    func pipedAnswers(by end: ContinuousClock.Instant) throws(ServerFailure) -> PipelineResult {
        defer { underWay = [] }
        try check(unsafe PQpipelineSync(handle))
        var all = PipelineResult()
        for isPrepared in underWay {
            // A preparation and an execution have an answer each.
            for isOfPreparation in isPrepared ? [true, false] : [false] {
                let answer = try pipedAnswer(by: end)
                guard all.failure == nil else { continue }
                if case .lost(let reason)? = answer.failure { throw lost(reason) }
                all.failure = answer.failure.map { ($0, isOfPreparation) }
                if all.failure == nil, !isOfPreparation { all.results.append(answer) }
            }
        }
        try wait(until: end)
        guard let last = unsafe PQgetResult(handle), unsafe LibPQResult(last).isEndOfPipeline,
            unsafe PQexitPipelineMode(handle) == 1
        else { throw lost("the server's answers did not end") }
        return all
    }

    /// The answer to the next statement. One that did not run, since an earlier one had failed, has an answer as well.
    private func pipedAnswer(by end: ContinuousClock.Instant) throws(ServerFailure) -> LibPQResult {
        try wait(until: end)
        guard let result = unsafe PQgetResult(handle) else { throw lost("the server sent no answer") }
        let answer = unsafe LibPQResult(result)
        let isRefused = answer.failure != nil
        // Nothing follows the last result of a statement.
        try wait(until: end)
        guard unsafe PQgetResult(handle) == nil else { throw lost("the server sent an answer that was not expected") }
        guard transaction != .lost else {
            throw lost(isRefused ? "the server ended the connection" : "the connection broke")
        }
        return answer
    }
}
