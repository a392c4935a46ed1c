import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// One import: the lines of each part of the file are sent as a batch, and their outcomes are printed in the order of the
/// file.
struct ImportRun {
    private let client: LocalClient
    private let laboratory: String
    private let isDryRun: Bool
    private let json: Bool
    private var progress = Progress()
    private var counts: [Outcome: Int] = [:]

    init(client: LocalClient, laboratory: String, isDryRun: Bool, json: Bool) {
        self.client = client
        self.laboratory = laboratory
        self.isDryRun = isDryRun
        self.json = json
    }

    /// - Returns: whether no line was refused.
    mutating func run(_ file: ResultFile) async throws -> Bool {
        var file = file
        while let lines = try file.next() {
            for start in stride(from: 0, to: lines.count, by: ImportRun.most) {
                let part = lines[start..<min(start + ImportRun.most, lines.count)]
                try notify(try await outcomes(of: Array(part)), of: file)
            }
        }
        progress.clear()
        summarise()
        return counts[.refused, default: 0] == 0
    }

    /// Lines of one batch.
    private static let most = 200
    private static let attempts = 60

    private func outcomes(of lines: [ResultFile.Line]) async throws -> [LineOutcome] {
        var outcomes: [LineOutcome?] = lines.map { line in
            guard case .failure(let error) = line.body else { return nil }
            return LineOutcome(line, code: "malformed-line", detail: error.sentence)
        }
        for attempt in 0...ImportRun.attempts {
            let places = lines.indices.filter { outcomes[$0] == nil }
            guard !places.isEmpty else { break }
            if attempt > 0 { try await ContinuousClock().sleep(for: .milliseconds(500)) }
            let said = try await send(places.map { lines[$0] })
            // Lines behind the end of a batch are sent again, as those that a busy server refused.
            for (place, outcome) in zip(places, said) where outcome.status != 503 || attempt == ImportRun.attempts {
                if let problem = outcome.problem, outcome.status >= 500 { throw OperatorError(problem.sentence) }
                outcomes[place] = LineOutcome(lines[place], outcome)
            }
        }
        return outcomes.compactMap(\.self)
    }

    private func send(_ lines: [ResultFile.Line]) async throws -> [ResultOutcome<ServerProblem>] {
        let path = "/api/v1/results/batch" + (isDryRun ? "?dryRun=true" : "")
        var request = client.request(.POST, path, as: .laboratory(laboratory))
        request.headers.append(("Content-Type", "application/x-ndjson"))
        request.body = Data(lines.flatMap { line in (try? line.body.get()).map { Array($0) + [10] } ?? [] })
        var reply = try await client.send(request, repeatable: true)
        for _ in 0..<ImportRun.attempts where reply.status == 503 || reply.status == 429 {
            try await ContinuousClock().sleep(for: .milliseconds(500))
            reply = try await client.send(request, repeatable: true)
        }
        guard reply.isSuccess else { throw OperatorError(reply.problem.sentence) }
        return try reply.body.split(separator: 10).map { line in
            try decodeAnswer(ResultOutcome<ServerProblem>.self, from: Data(line))
        }
    }

    private mutating func notify(_ outcomes: [LineOutcome], of file: ResultFile) throws {
        if Terminal.output.width != nil { progress.clear() }
        for outcome in outcomes {
            counts[outcome.outcome, default: 0] += 1
            print(json ? try jsonLine(outcome) : outcome.text)
        }
        flush()
        let fraction = file.size.map { $0 == 0 ? 1 : Double(file.consumed) / Double($0) }
        progress.draw(fraction, count: counts.values.reduce(0, +))
    }

    private func summarise() {
        let parts = Outcome.allCases.compactMap { outcome in
            counts[outcome].map { "\($0) \(outcome.rawValue)" }
        }
        let count = counts.values.reduce(0, +)
        let time = spoken(seconds: Int(progress.elapsed.components.seconds))
        let stored = isDryRun ? " Nothing was stored: this was a dry run." : ""
        note("\(count) lines in \(time)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", ")).\(stored)")
    }
}

/// The outcome of one line.
struct LineOutcome: Encodable, Sendable {
    let line: Int
    let reference: String
    let outcome: Outcome
    var id: String?
    var flag: String?
    var heldFor: String?
    var conflicts: [ConflictBody]?
    var alertId: String?
    /// Of a dry run: whether the result would raise an alert.
    var wouldAlert: Bool?
    /// The reason for a refusal: the problem's code and sentence.
    var code: String?
    var detail: String?

    private init(_ line: ResultFile.Line, _ outcome: Outcome) {
        self.line = line.number
        reference = line.reference
        self.outcome = outcome
    }

    /// A line that was refused.
    init(_ line: ResultFile.Line, code: String, detail: String) {
        self.init(line, .refused)
        (self.code, self.detail) = (code, detail)
    }

    init(_ line: ResultFile.Line, _ said: ResultOutcome<ServerProblem>) {
        guard let outcome = Outcome(status: said.status) else {
            let detail = said.problem?.sentence.replacing("\n", with: "; ") ?? ""
            // The table's text is clearer than the server's reading of it.
            let doubts = said.status == 422 ? line.doubts?.sentence : nil
            self.init(
                line, code: doubts == nil ? said.problem?.code ?? "internal" : "malformed-line",
                detail: doubts ?? detail)
            return
        }
        self.init(line, outcome)
        (id, flag, alertId, wouldAlert) = (said.id, said.flag, said.alertId, said.wouldAlert)
        (heldFor, conflicts) = (said.heldFor, said.conflicts)
    }

    var text: String {
        let number = String(repeating: " ", count: max(0, 6 - "\(line)".count)) + "\(line)"
        let alert = alertId != nil || wouldAlert == true ? "alert" : nil
        let details = (conflicts ?? []).map { "\($0.pointer.dropFirst()): \($0.detail)" }.joined(separator: "; ")
        let held = heldFor.map { details.isEmpty ? "held: \($0)" : "held: \($0) (\(details))" }
        let facts = [flag, alert, held, code.map { "\($0): \(detail ?? "")" }].compactMap(\.self)
        return ([number, reference.isEmpty ? "–" : reference, outcome.rawValue] + facts).joined(separator: "  ")
            .printable
    }
}

/// The outcome of a posted result.
enum Outcome: String, CaseIterable, Encodable {
    case recorded
    /// The kit is not registered yet.
    case unmatched
    /// The same result was recorded before.
    case repeated
    case refused

    /// - Parameter status: of the answer to a posted result.
    init?(status: Int) {
        switch status {
        case 201: self = .recorded
        case 202: self = .unmatched
        case 200: self = .repeated
        default: return nil
        }
    }
}
