import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials
import NIOHTTP1

/// `fairkit result correct`
struct ResultCorrectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct a laboratory's result: add a new version with a reason.",
        discussion: """
            Values that are not given stay as they are. No version is overwritten: result show lists all of them. If the flag was or becomes \
            critical, a new alert reports the correction.

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

    @Option(help: "The reason, which the patient and clinicians can read.")
    var reason: String

    @Option(
        help: "The version to correct; the command fails if a newer one exists. Without it: the current version.")
    var version: Int?

    @Option(help: "corrected (the default), amended, final, cancelled or entered-in-error.")
    var status: String?

    @Option(help: "The day of the test, YYYY-MM-DD.")
    var date: String?

    @Option(help: "The AAT level, with at most three decimals; needs --unit.")
    var level: String?

    @Option(help: "mg/dL, g/L or umol/L.", completion: .list(["mg/dL", "g/L", "umol/L"]))
    var unit: String?

    @Flag(help: "No level holds any more; the result's genotype or phenotype does.")
    var withdrawLevel = false

    @OptionGroup var facts: ResultFacts

    @Flag(help: "Print the result as JSON.")
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

    /// The correction, as the API takes it.
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
            ("phenotype", facts.phenotype), ("interpretation", facts.interpretation),
        ] { members[name] = .text(text) }
        if withdrawLevel { members["withdrawLevel"] = .bool(true) }
        switch (level, unit) {
        case (let level?, let unit?):
            var parts: [String: JSONTree] = ["value": try number(level, "--level"), "unit": .text(unit)]
            if let comparator = facts.comparator { parts["comparator"] = .text(comparator) }
            members["level"] = .object(parts)
        case (nil, nil) where facts.comparator == nil: break
        default: throw ValidationError("Give --level and --unit together; --comparator needs both.")
        }
        switch (facts.low, facts.high) {
        case (let low?, let high?):
            members["range"] = .object(["low": try number(low, "--low"), "high": try number(high, "--high")])
        case (nil, nil): break
        default: throw ValidationError("Give --low and --high together.")
        }
        return .object(members)
    }
}
