import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// One import: several lines are on their way at once, so that they share the server's commits, and what became of them is
/// told in the order of the file.
struct ImportRun {
    private let client: LocalClient
    private let laboratory: String
    private let json: Bool
    private var progress = Progress()
    private var counts: [Outcome: Int] = [:]
    /// Lines that are being sent, by their place in the file.
    private var underway: [Int: ResultFile.Line] = [:]
    /// The outcomes of lines that come after one that is still being sent.
    private var waiting: [Int: LineOutcome] = [:]
    private var nextToTell = 0

    private static let lanes = 16

    init(client: LocalClient, laboratory: String, json: Bool) {
        self.client = client
        self.laboratory = laboratory
        self.json = json
    }

    /// - Returns: whether no line was refused.
    mutating func run(_ file: ResultFile) async throws -> Bool {
        var file = file
        try await withThrowingTaskGroup(of: (Int, LineOutcome).self) { tasks in
            var place = 0
            while let line = try file.next() {
                while underway.count >= ImportRun.lanes || isHeldUp(line) {
                    guard let (done, outcome) = try await tasks.next() else { break }
                    try finish(done, outcome, of: file)
                }
                underway[place] = line
                tasks.addTask { [place, client, laboratory] in
                    (place, try await LineOutcome(line, by: laboratory, with: client))
                }
                place += 1
            }
            while let (done, outcome) = try await tasks.next() { try finish(done, outcome, of: file) }
        }
        progress.clear()
        summarise()
        return counts[.refused, default: 0] == 0
    }

    /// Two lines about the same result are sent one after the other, in the order of the file.
    private func isHeldUp(_ line: ResultFile.Line) -> Bool {
        underway.values.contains { $0.reference == line.reference || $0.kitCode == line.kitCode }
    }

    private mutating func finish(_ place: Int, _ outcome: LineOutcome, of file: ResultFile) throws {
        underway[place] = nil
        waiting[place] = outcome
        counts[outcome.outcome, default: 0] += 1
        if waiting[nextToTell] != nil, Terminal.output.width != nil { progress.clear() }
        while let outcome = waiting.removeValue(forKey: nextToTell) {
            print(json ? try jsonLine(outcome) : outcome.text)
            nextToTell += 1
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
        note("\(count) lines in \(time)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", ")).")
    }
}

/// The outcome of one line.
struct LineOutcome: Encodable, Sendable {
    let line: Int
    let reference: String
    let outcome: Outcome
    let id: String?
    let flag: String?
    let alertId: String?
    /// The reason for a refusal: the problem's code and sentence.
    let code: String?
    let detail: String?

    /// Posts the line. A line that a busy server refused is posted again.
    init(_ line: ResultFile.Line, by laboratory: String, with client: LocalClient) async throws {
        self.line = line.number
        reference = line.reference
        let body: Data
        switch line.body {
        case .success(let data): body = data
        case .failure(let error):
            (outcome, code, detail) = (.refused, "malformed-line", error.sentence)
            (id, flag, alertId) = (nil, nil, nil)
            return
        }
        var request = client.request(.POST, "/api/v1/results", as: .laboratory(laboratory))
        request.headers.append(("Content-Type", "application/json"))
        request.body = body
        var reply = try await client.send(request, repeatable: true)
        for _ in 0..<LineOutcome.attempts where reply.status == 503 {
            try await ContinuousClock().sleep(for: .milliseconds(500))
            reply = try await client.send(request, repeatable: true)
        }
        if let outcome = Outcome(reply) {
            let result = try reply.decode(ResultBody.self)
            (id, flag, alertId) = (result.id, result.flag, result.alertId)
            (self.outcome, code, detail) = (outcome, nil, nil)
        } else {
            let problem = reply.problem
            // What concerns every line ends the import: the laboratory is not known, or the server can't store.
            guard problem.code != "laboratory-unknown", reply.status < 500 else {
                throw OperatorError(problem.sentence)
            }
            (outcome, code, detail) = (.refused, problem.code, problem.sentence.replacing("\n", with: "; "))
            (id, flag, alertId) = (nil, nil, nil)
        }
    }

    private static let attempts = 60

    var text: String {
        let number = String(repeating: " ", count: max(0, 6 - "\(line)".count)) + "\(line)"
        let facts = [flag, alertId.map { _ in "alert" }, code.map { "\($0): \(detail ?? "")" }].compactMap { $0 }
        return ([number, reference.isEmpty ? "–" : reference, outcome.rawValue] + facts).joined(separator: "  ")
            .printable
    }
}
