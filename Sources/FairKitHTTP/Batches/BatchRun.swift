import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// The kind of a batch: how its lines are read, and what becomes of them.
protocol BatchWork: Sendable {
    associatedtype Entry: Sendable
    associatedtype Outcome: BatchOutcome

    func entry(of line: BatchLines.Line) -> Result<Entry, Problem>

    /// Stores entries in one transaction.
    ///
    /// - Returns: an outcome of each, in their order; a failure ends the batch, and nothing of these was stored.
    func store(_ entries: [(line: Int, entry: Entry)], by caller: Caller) async -> Result<[Outcome], Problem>
}

/// The outcome of a line.
protocol BatchOutcome: JSONBody, Sendable {
    init(line: Int, status: Int)
    var ended: Bool? { get set }
    var problem: Problem? { get set }
}

extension BatchOutcome {
    init(line: Int, refusedBy problem: Problem) {
        self.init(line: line, status: problem.status.code)
        self.problem = problem
    }
}

/// The limits of every batch.
private enum BatchLimits {
    /// Lines of one batch.
    static let most = 50_000
    /// Lines of one transaction. Other urgent writes wait for them.
    static let groupSize = 32
    /// Lines that count as one request: storing them takes about as long.
    static let linesOfARequest = 10
    /// Lines that are parsed before other connections of the event loop have their turn.
    static let parsedAtOnce = 8
    /// How long a client may send no line.
    static let timeout = Duration.seconds(60)
    /// How long a client that takes no outcomes holds up its lines.
    static let writeTimeout = Duration.seconds(30)
    static let (waitingLines, waitingBytes) = (256, 6 << 20)
}

/// One batch from its first byte to its last outcome. Three tasks work on it at the same time: see `BatchFlow`.
struct BatchRun<Work: BatchWork>: Sendable {
    /// A line that was parsed.
    private struct Line: Sendable {
        let number: Int
        let content: Result<Work.Entry, Problem>
    }

    /// Why reading ended before the end of the body, and the first line that was not read.
    private struct Ending: Sendable {
        let line: Int
        let problem: Problem
    }

    private let work: Work
    private let format: BatchLines.Format
    private let members: TableMembers
    private let call: Call
    private let flow: BatchFlow<Line, Ending>

    /// - Parameter members: those that a table can hold.
    init(
        _ work: Work, as format: BatchLines.Format, of members: TableMembers, in call: Call
    ) {
        self.work = work
        self.format = format
        self.members = members
        self.call = call
        flow = BatchFlow(
            .init(lines: BatchLimits.waitingLines, bytes: BatchLimits.waitingBytes), clock: call.tenancy.clock)
    }

    /// Reads the lines, stores them, and writes their outcomes.
    ///
    /// - Parameter notify: called when reading begins and ends.
    func write(
        to writer: inout any ResponseBodyWriter, notifying notify: @escaping @Sendable (WriteDeadlines.Reading) -> Void
    ) async throws {
        try await flow.run {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    notify(.begins)
                    await read()
                    notify(.ends)
                }
                tasks.addTask {
                    await store()
                    // Reading may still wait for a client that sends nothing.
                    notify(.ends)
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

extension BatchRun {
    private func read() async {
        var lines = BatchLines(format, of: members)
        let length = call.request.headers[.contentLength].flatMap { Int($0) }
        var received = 0
        do {
            for try await part in call.request.body {
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
    private func put(_ lines: [BatchLines.Line]) async throws(EndedEarly) -> Bool {
        for start in stride(from: 0, to: lines.count, by: BatchLimits.parsedAtOnce) {
            var parsed: [Line] = []
            var ending: Ending?
            for line in lines[start..<min(start + BatchLimits.parsedAtOnce, lines.count)] {
                if line.number > BatchLimits.most {
                    ending = Ending(line: line.number, problem: .tooManyLines(BatchLimits.most))
                } else if case .unfit(let sentence) = line.content {
                    ending = Ending(line: line.number, problem: Invalid("", sentence).problem)
                } else {
                    parsed.append(Line(number: line.number, content: work.entry(of: line)))
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

extension BatchRun {
    private func store() async {
        var counted = BatchLimits.linesOfARequest
        var last = 0
        var ending: Ending?
        storing: while ending == nil {
            switch await flow.next(atMost: BatchLimits.groupSize, within: BatchLimits.timeout) {
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
            var outcome = Work.Outcome(line: ending.line, refusedBy: ending.problem)
            outcome.ended = true
            _ = await say([outcome])
        }
        flow.endStoring()
    }

    /// Counts lines by the caller's rate limit, and waits while it is reached.
    ///
    /// - Returns: false: the batch ends.
    private func admit(_ lines: Int, _ counted: inout Int) async -> Bool {
        counted += lines
        while counted >= BatchLimits.linesOfARequest {
            while !call.limits.goesOn(call.caller.subject) {
                guard await flow.pause(for: .milliseconds(100)) else { return false }
            }
            counted -= BatchLimits.linesOfARequest
        }
        return true
    }

    private func outcomes(of lines: [Line]) async -> Result<[Work.Outcome], Problem> {
        let entries = lines.compactMap { line in
            (try? line.content.get()).map { (line: line.number, entry: $0) }
        }
        var stored: ArraySlice<Work.Outcome> = []
        if !entries.isEmpty {
            switch await work.store(entries, by: call.caller) {
            case .success(let outcomes): stored = outcomes[...]
            case .failure(let problem): return .failure(problem)
            }
        }
        return .success(
            lines.map { line in
                switch line.content {
                case .failure(let problem): Work.Outcome(line: line.number, refusedBy: problem)
                case .success: stored.removeFirst()
                }
            })
    }

    private func say(_ outcomes: [Work.Outcome]) async -> Bool {
        var bytes: [UInt8] = []
        for var outcome in outcomes {
            outcome.problem = outcome.problem?.with("requestId", .text(call.caller.requestID))
            bytes += JSONWriter.bytes(ofAll: outcome)
            bytes.append(UInt8(ascii: "\n"))
        }
        return await flow.say(bytes, within: BatchLimits.writeTimeout)
    }
}

extension RecordBatchFailure: ProblemConvertible {
    package var problem: Problem { .unauthenticated }
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
