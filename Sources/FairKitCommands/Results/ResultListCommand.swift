import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit result list`
struct ResultListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List results, newest first.",
        discussion: """
            The list holds health data. The audit log records the access for each person in it.

            Examples:
              fairkit result list --flag HH --from 2026-11-01
              fairkit result list --laboratory "Nairobi Central" --held
              fairkit result list --profile 0193… --json
            """)

    @OptionGroup var options: StoreOptions

    @OptionGroup var reader: ResultReader

    @Option(help: ArgumentHelp("Only tests on this day or later, YYYY-MM-DD.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("Only tests on this day or earlier.", valueName: "date"))
    var to: String?

    @Option(
        help: "Only results with this flag: \(AbnormalFlag.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(AbnormalFlag.allCases.map(\.rawValue)))
    var flag: String?

    @Option(help: "Only those with this status.", completion: .list(ResultStatus.allCases.map(\.rawValue)))
    var status: String?

    @Option(help: ArgumentHelp("Only results of this person, by the profile's id.", valueName: "id"))
    var profile: String?

    @Flag(help: "Only results whose kit is not registered.")
    var unmatched = false

    @Flag(help: "Only results that the patient can't see yet.")
    var held = false

    @Option(help: "The maximum number of results.")
    var limit = 50

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
        guard [from, to].allSatisfy({ $0.map { CalendarDate($0) != nil } ?? true }) else {
            throw ValidationError("--from and --to are days, YYYY-MM-DD.")
        }
        guard flag.map({ AbnormalFlag(rawValue: $0) != nil }) ?? true else {
            throw ValidationError(
                "--flag is one of: \(AbnormalFlag.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard status.map({ ResultStatus(rawValue: $0) != nil }) ?? true else {
            throw ValidationError(
                "--status is one of: \(ResultStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard profile.map({ ProfileID($0) != nil }) ?? true else {
            throw ValidationError("--profile is the id of a profile.")
        }
    }

    func run() async throws {
        let filters = [
            ("from", from), ("to", to), ("flag", flag), ("status", status), ("patientId", profile),
            ("unmatched", unmatched ? "true" : nil), ("held", held ? "true" : nil),
        ]
        let (role, limit) = (reader.role, limit)
        let found = try await options.settings().withServer {
            try await $0.everything("/api/v1/results", filters, of: JSONTree.self, as: role, most: limit)
        }
        try showList(found, json: json, ["ID", "TESTED", "LEVEL", "FLAG", "STATUS", "KIT", "PERSON"]) {
            (result: ResultBody) in
            [
                result.id, result.testDate, result.level.text, result.flag, result.status, result.kitCode,
                orDash(result.patientId),
            ]
        }
    }
}

extension LevelBody {
    /// `>820 mg/dL`
    var text: String { "\(comparator ?? "")\(value) \(unit)" }
}
