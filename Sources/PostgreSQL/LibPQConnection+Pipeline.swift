import CLibPQ

/// A statement of a pipeline.
struct PipedStatement {
    /// The name under which it is prepared.
    let name: String
    /// Its text and the types of its parameters, if this pipeline prepares it; nil: it is prepared.
    let preparation: (text: String, types: [UInt32])?
    let parameters: Parameters
}

extension LibPQConnection {
    /// What became of the statements of a pipeline.
    struct PipelineResult {
        /// The results of those that succeeded: all, or those before the first that failed.
        var results: [LibPQResult] = []
        /// Why the next one failed, and whether that was its preparation.
        var failure: (reason: ServerFailure, isOfPreparation: Bool)?
    }

    /// Runs statements in one round trip. None that follows a failed one runs.
    ///
    /// See https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
    /// - Parameter patience: how long the last answer is awaited, once the others are there; nil: as long as those.
    /// - Throws: the loss of the connection.
    func run(
        pipeline statements: [PipedStatement], deadline: ContinuousClock.Instant?, lastWithin patience: Duration?
    ) throws(ServerFailure) -> PipelineResult {
        try check(unsafe PQenterPipelineMode(handle))
        for (index, statement) in statements.enumerated() {
            // Else the server keeps the answers until the last one.
            if patience != nil, index == statements.count - 1 { try check(unsafe PQsendFlushRequest(handle)) }
            if let (text, types) = statement.preparation {
                try check(unsafe PQsendPrepare(handle, statement.name, text, Int32(types.count), types))
            }
            try check(send(prepared: statement.name, statement.parameters))
        }
        try check(unsafe PQpipelineSync(handle))
        var end = end(after: deadline)
        var all = PipelineResult()
        for (index, statement) in statements.enumerated() {
            if let patience, index == statements.count - 1 { end = .now + patience }
            // A preparation and an execution have an answer each.
            for isOfPreparation in statement.preparation == nil ? [false] : [true, false] {
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
