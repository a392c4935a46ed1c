import ArgumentParser
import FairKitAPI
import FoundationEssentials

/// `fairkit result add`
struct ResultAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a laboratory's result.",
        discussion: """
            The command is idempotent. Other users of this machine can see command lines. To hide health data, use a file and result \
            import.

            Example:
              fairkit result add --laboratory "Nairobi Central" --reference N-1 \\
                --kit FU-KIT-2025110701-X --date 2026-11-20 --level 820 --unit mg/dL
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Option(help: "The laboratory's own reference for the result.")
    var reference: String

    @Option(help: "The kit's code.")
    var kit: String

    @Option(help: "The day of the test, YYYY-MM-DD.")
    var date: String

    @Option(help: "The AAT level, with at most three decimals. It may be missing beside a genotype or a phenotype.")
    var level: String?

    @Option(help: "mg/dL, g/L or umol/L.", completion: .list(["mg/dL", "g/L", "umol/L"]))
    var unit: String?

    @OptionGroup var facts: ResultFacts

    @OptionGroup var sample: SampleOptions

    @Option(help: "preliminary or final.")
    var status: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    private func posted() throws -> ResultRequest {
        let members = [
            "reference": reference, "kitCode": kit, "testDate": date, "value": level, "unit": unit,
            "comparator": facts.comparator, "genotype": facts.genotype, "phenotype": facts.phenotype,
            "interpretation": facts.interpretation, "method": facts.method, "low": facts.low, "high": facts.high,
            "status": status,
        ]
        do {
            let all = members.compactMapValues { $0 }.merging(sample.members) { $1 }
            return try ResultRequest(all, written: TableForm(decimals: .point))
        } catch {
            throw ValidationError("--" + inOptions(error.sentence))
        }
    }

    /// A sentence about members, with the options' names for them.
    private func inOptions(_ sentence: String) -> String {
        let others = ["value": "level", "kitCode": "kit", "testDate": "date"]
        return (ResultRequest.members + ResultRequest.inWords + ResultRequest.ofSamples).reduce(sentence) {
            sentence, member in
            sentence.replacing("\(member):", with: "\(others[member] ?? member.dashed):")
        }
    }

    func validate() throws {
        _ = try posted()
    }

    func run() async throws {
        let (posted, laboratory) = (try posted(), laboratory)
        let reply = try await options.settings().withServer {
            try await $0.post("/api/v1/results", as: .laboratory(laboratory), json: posted, repeatable: true)
        }
        if json { return print(reply.text) }
        let result = try reply.decode(ResultBody.self)
        let outcome = Outcome(status: reply.status)?.rawValue ?? "recorded"
        showFacts([("id", result.id), ("outcome", outcome), ("flag", result.flag), ("alert", result.alertId)])
    }
}

extension String {
    /// `collected-at` for `collectedAt`, as ArgumentParser names options.
    fileprivate var dashed: String {
        reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
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
