import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials
import NIOHTTP1

/// `fairkit result correct`
struct ResultCorrectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct a result of a laboratory: a new version with its reason.",
        discussion: """
            What is not named stays as it was. Nothing is overwritten: result show has every version. If the flag was or becomes critical, \
            the people who were told are told of the correction.

            Examples:
              fairkit result correct 0193… --laboratory "Nairobi Central" \\
                --reason "unit mistaken" --level 82 --unit mg/dL
              fairkit result correct 0193… --laboratory "Nairobi Central" \\
                --reason "sample mixed up" --status entered-in-error
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The result's id.")
    var id: String

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Option(help: "Why. The patient and clinicians read it.")
    var reason: String

    @Option(
        help: "The version that is corrected; a newer one is then left alone. Without it: the one in force.")
    var version: Int?

    @Option(help: "corrected, which is usual, amended, final, cancelled or entered-in-error.")
    var status: String?

    @Option(help: "The day of the test, YYYY-MM-DD.")
    var date: String?

    @Option(help: "The AAT level, with at most three decimals; goes with --unit.")
    var level: String?

    @Option(help: "mg/dL, g/L or umol/L.", completion: .list(["mg/dL", "g/L", "umol/L"]))
    var unit: String?

    @OptionGroup var facts: ResultFacts

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        try ResultCommand.check(id)
        _ = try members()
    }

    func run() async throws {
        let (path, members, laboratory) = ("\(ResultCommand.path)/\(id)", try members(), laboratory)
        let (version, key) = (version, UUID().uuidString)
        let reply = try await options.settings().withServer { client in
            let corrected =
                if let version { version } else {
                    try await client.get(path, as: .laboratory(laboratory)).decode(ResultBody.self).version
                }
            var request = client.request(.POST, "\(path)/corrections", as: .laboratory(laboratory))
            request.headers += [
                ("Content-Type", "application/json"), ("If-Match", "\"\(corrected)\""), ("Idempotency-Key", key),
            ]
            request.body = try JSONEncoder().encode(members)
            return try await client.answer(to: request)
        }
        if json { print(reply.text) } else { try reply.decode(ResultBody.self).show() }
    }

    /// What is to be corrected, as the API takes it.
    private func members() throws -> JSONTree {
        func number(_ text: String, _ name: String) throws -> JSONTree {
            guard let number = Decimal(plain: text) else {
                throw ValidationError("\(name) is a number such as 820 or 0.57.")
            }
            return .number(number)
        }
        var members: [String: JSONTree] = ["reason": .text(reason)]
        for case (let name, let text?) in [
            ("status", status), ("testDate", date), ("genotype", facts.genotype), ("method", facts.method),
        ] { members[name] = .text(text) }
        switch (level, unit) {
        case (let level?, let unit?):
            var parts: [String: JSONTree] = ["value": try number(level, "--level"), "unit": .text(unit)]
            if let comparator = facts.comparator { parts["comparator"] = .text(comparator) }
            members["level"] = .object(parts)
        case (nil, nil) where facts.comparator == nil: break
        default: throw ValidationError("--level and --unit go together, and --comparator with them.")
        }
        switch (facts.low, facts.high) {
        case (let low?, let high?):
            members["range"] = .object(["low": try number(low, "--low"), "high": try number(high, "--high")])
        case (nil, nil): break
        default: throw ValidationError("--low and --high go together.")
        }
        return .object(members)
    }
}
