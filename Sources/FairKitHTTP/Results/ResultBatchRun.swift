import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// One batch from its first byte to its last outcome. Three tasks work on it at the same time: see `BatchFlow`.
struct ResultBatchRun: Sendable {
    /// A line that was parsed.
    private struct Line: Sendable {
        let number: Int
        let content: Result<BatchEntry, Problem>

        /// nil: the line has none that could be read.
        var reference: String? {
            guard case .success(let entry) = content, entry.report.reference.isText(1...100) else { return nil }
            return entry.report.reference
        }
    }

    /// Why reading ended before the end of the body, and the first line that was not read.
    private struct Ending: Sendable {
        let line: Int
        let problem: Problem
    }

    private let batch: ResultBatch
    private let request: Request
    private let results: FairKitService.Results
    private let limits: RequestLimits
    private let caller: Caller
    private let flow: BatchFlow<Line, Ending>

    /// Lines of one batch.
    private static let most = 50_000
    /// Lines of one transaction. Other urgent writes wait for them.
    private static let groupSize = 32
    /// Lines that count as one request: storing them takes about as long.
    private static let linesOfARequest = 10
    /// Lines that are parsed before other connections of the event loop have their turn.
    private static let parsedAtOnce = 8
    /// How long a client may send no line.
    private static let patience = Duration.seconds(60)
    /// How long a client that takes no outcomes holds up its lines.
    private static let patienceOfWriting = Duration.seconds(30)
    private static let waiting = BatchFlow<Line, Ending>.Limits(lines: 256, bytes: 6 << 20)

    init(
        _ batch: ResultBatch, of request: Request, results: FairKitService.Results, limits: RequestLimits,
        caller: Caller, clock: any Clock<Duration>
    ) {
        self.batch = batch
        self.request = request
        self.results = results
        self.limits = limits
        self.caller = caller
        flow = BatchFlow(ResultBatchRun.waiting, clock: clock)
    }

    /// Reads the lines, stores them, and writes their outcomes.
    ///
    /// - Parameter tell: called when reading begins and ends.
    func write(
        to writer: inout any ResponseBodyWriter, telling tell: @escaping @Sendable (WriteDeadlines.Reading) -> Void
    ) async throws {
        try await flow.run {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    tell(.begins)
                    await read()
                    tell(.ends)
                }
                tasks.addTask {
                    await store()
                    // Reading may still wait for a client that sends nothing.
                    tell(.ends)
                }
                while let outcomes = await flow.outcomes(atMost: 1 << 16) {
                    try await writer.write(ByteBuffer(bytes: outcomes))
                }
                try await writer.finish(nil)
                // The client may still send lines that are not wanted.
                tasks.cancelAll()
            }
        }
    }
}

// MARK: - Lines in

extension ResultBatchRun {
    private func read() async {
        var lines = ResultLines(batch.format)
        let length = request.headers[.contentLength].flatMap { Int($0) }
        var received = 0
        do {
            for try await part in request.body {
                received += part.readableBytes
                guard try await put(lines.take([UInt8](buffer: part))) else { return flow.endReading(nil) }
            }
            _ = try await put(lines.finish(isWhole: received == length))
            flow.endReading(nil)
        } catch let ending as EndedEarly {
            flow.endReading(ending.ending)
        } catch {
            // The connection was lost. What was read completely is stored.
            flow.endReading(nil)
        }
    }

    private struct EndedEarly: Error {
        let ending: Ending
    }

    /// - Returns: whether more lines are wanted.
    private func put(_ lines: [ResultLines.Line]) async throws(EndedEarly) -> Bool {
        for start in stride(from: 0, to: lines.count, by: ResultBatchRun.parsedAtOnce) {
            var parsed: [Line] = []
            var ending: Ending?
            for line in lines[start..<min(start + ResultBatchRun.parsedAtOnce, lines.count)] {
                if line.number > ResultBatchRun.most {
                    ending = Ending(line: line.number, problem: .tooManyLines(ResultBatchRun.most))
                } else if case .unfit(let sentence) = line.content {
                    ending = Ending(line: line.number, problem: Invalid("", sentence).problem)
                } else {
                    parsed.append(Line(number: line.number, content: line.entry))
                }
                if ending != nil { break }
            }
            let isWanted = await flow.put(parsed)
            if let ending { throw EndedEarly(ending: ending) }
            guard isWanted else { return false }
            await Task.yield()
        }
        return true
    }
}

// MARK: - Stored

extension ResultBatchRun {
    private func store() async {
        var counted = ResultBatchRun.linesOfARequest
        var last = 0
        var ending: Ending?
        storing: while ending == nil {
            switch await flow.next(atMost: ResultBatchRun.groupSize, within: ResultBatchRun.patience) {
            case .lines(let lines):
                guard await admit(lines.count, &counted) else {
                    ending = Ending(line: lines.first?.number ?? last + 1, problem: .stopping)
                    break
                }
                let outcomes = await outcomes(of: lines)
                switch outcomes {
                case .success(let outcomes):
                    guard await say(outcomes) else { break storing }
                    last = lines.last?.number ?? last
                case .failure(let problem):
                    ending = Ending(line: lines.first?.number ?? last + 1, problem: problem)
                }
            case .ended(let early):
                ending = early
                if early == nil { break storing }
            case .late: ending = Ending(line: last + 1, problem: .noLine)
            case .stopped(let line): ending = Ending(line: line?.number ?? last + 1, problem: .stopping)
            }
        }
        if let ending {
            var outcome = ResultOutcome<Problem>(line: ending.line, status: ending.problem.status.code)
            outcome.ended = true
            outcome.problem = ending.problem.with("requestId", .text(caller.requestID))
            _ = await say([outcome])
        }
        flow.endStoring()
    }

    /// Counts lines by the caller's rate limit, and waits while it is reached.
    ///
    /// - Returns: false: the batch ends.
    private func admit(_ lines: Int, _ counted: inout Int) async -> Bool {
        counted += lines
        while counted >= ResultBatchRun.linesOfARequest {
            while !limits.goesOn(caller.subject) {
                guard await flow.pause(for: .milliseconds(100)) else { return false }
            }
            counted -= ResultBatchRun.linesOfARequest
        }
        return true
    }

    private func outcomes(of lines: [Line]) async -> Result<[ResultOutcome<Problem>], Problem> {
        let entries = lines.compactMap { try? $0.content.get() }
        var stored: ArraySlice<FairKitService.Results.LineOutcome> = []
        if !entries.isEmpty {
            do throws(Refusal<RecordBatchFailure>) {
                stored = try await results.record(entries, isRehearsal: batch.isDryRun, by: caller)[...]
            } catch {
                // Nothing of these lines was stored. Later lines may be: the disk may have room again, for instance.
                guard case .store(let failure) = error else { return .failure(error.problem) }
                stored = Array(repeating: .failure(.store(failure)), count: entries.count)[...]
            }
        }
        return .success(
            lines.map { line in
                switch line.content {
                case .failure(let problem): outcome(of: line, problem)
                case .success: outcome(of: line, stored.removeFirst())
                }
            })
    }

    private func outcome(
        of line: Line, _ stored: FairKitService.Results.LineOutcome
    ) -> ResultOutcome<Problem> {
        switch stored {
        case .failure(let refusal): return outcome(of: line, refusal.problem)
        case .success(let reported):
            var outcome = ResultOutcome<Problem>(line: line.number, status: reported.status.code)
            outcome.reference = line.reference
            let result = reported.result
            outcome.flag = result.current.interpretation.flag?.rawValue
            outcome.heldFor = result.hold?.rawValue
            outcome.conflicts = ConflictBody.all(result.current.findings)
            if batch.isDryRun, !reported.isRepeated {
                outcome.wouldAlert = result.alertID != nil
            } else {
                outcome.id = "\(result.id)"
                outcome.alertId = result.alertID?.description
            }
            return outcome
        }
    }

    private func outcome(of line: Line, _ problem: Problem) -> ResultOutcome<Problem> {
        var outcome = ResultOutcome<Problem>(line: line.number, status: problem.status.code)
        outcome.reference = line.reference
        outcome.problem = problem.with("requestId", .text(caller.requestID))
        return outcome
    }

    private func say(_ outcomes: [ResultOutcome<Problem>]) async -> Bool {
        var bytes: [UInt8] = []
        for outcome in outcomes {
            // A body that JSON can't represent would be a fault in this file.
            if let json = try? JSONOutput.json(outcome) { bytes += [UInt8](buffer: json) }
            bytes.append(UInt8(ascii: "\n"))
        }
        return await flow.say(bytes, within: ResultBatchRun.patienceOfWriting)
    }
}

extension ReportedResult {
    /// The status that the result gets as a request of its own.
    var status: HTTPResponse.Status {
        switch self {
        case .recorded: .created
        case .unmatched, .held: .accepted
        // The laboratory sent it before, with another Idempotency-Key or none.
        case .repeated: .ok
        }
    }

    fileprivate var isRepeated: Bool { if case .repeated = self { true } else { false } }
}

extension RecordBatchFailure: ProblemConvertible {
    var problem: Problem { .unauthenticated }
}

extension Problem {
    fileprivate static func tooManyLines(_ most: Int) -> Problem {
        Problem(.contentTooLarge, .tooLarge, "A batch has at most \(most) lines. Send the rest in another one.")
    }
    fileprivate static let noLine = Problem(
        .requestTimeout, .tooSlow, "No line came for a minute. Send the rest in another batch.")
    fileprivate static let stopping = Problem(
        .serviceUnavailable, .busy, "The server is stopping. Send this line and the rest again in a moment.")
}
