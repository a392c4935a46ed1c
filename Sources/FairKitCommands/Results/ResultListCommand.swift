import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit result list`
struct ResultListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List results, newest test first, or sorted by level.",
        discussion: """
            The list holds health data. The audit log records the access for each person in it.

            Examples:
              fairkit result list --flag HH --from 2026-11-01
              fairkit result list --laboratory "Nairobi Central" --held
              fairkit result list --unit mg/dL --level-to 57 --sort lowest --total
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

    @Option(
        help: "Only levels that were reported in this unit: mg/dL, g/L or umol/L.",
        completion: .list(AATUnit.allCases.map(\.rawValue)))
    var unit: String?

    @Option(help: ArgumentHelp("Only this level or higher; needs --unit.", valueName: "level"))
    var levelFrom: String?

    @Option(help: ArgumentHelp("Only this level or lower; needs --unit.", valueName: "level"))
    var levelTo: String?

    @Option(help: "Only results that were reported with this genotype, such as ZZ.")
    var genotype: String?

    @Option(help: "Only results that were reported with this phenotype, such as M1M2.")
    var phenotype: String?

    @Option(help: "Only results that were measured by exactly this method.")
    var method: String?

    @Option(help: ArgumentHelp("Only results of this laboratory, by its id.", valueName: "id"))
    var laboratoryId: String?

    @Option(
        help: "newest or oldest, by test date; highest or lowest, by level within --unit.",
        completion: .list(ResultOrder.allCases.map(\.rawValue)))
    var sort: String?

    @Flag(help: "Also print how many results there are.")
    var total = false

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
            ("unmatched", unmatched ? "true" : nil), ("held", held ? "true" : nil), ("unit", unit),
            ("levelFrom", levelFrom), ("levelTo", levelTo), ("genotype", genotype), ("phenotype", phenotype),
            ("method", method), ("laboratoryId", laboratoryId), ("sort", sort),
        ]
        let (role, limit, counts) = (reader.role, limit, total)
        let (found, total) = try await options.settings().withServer { server in
            let found = try await server.everything(
                ResultCommand.path, filters, of: JSONTree.self, as: role, most: limit)
            let total = counts ? try await server.total(ResultCommand.path, filters, as: role) : nil
            return (found, total)
        }
        try showList(found, json: json, ["ID", "TESTED", "LEVEL", "FLAG", "STATUS", "KIT", "PERSON"]) {
            (result: ResultBody) in
            [
                result.id, result.testDate, orDash(result.level?.text), orDash(result.flag), result.status,
                result.kitCode,
                orDash(result.patientName ?? result.patientId),
            ]
        }
        if let total, !json { print("In all: \(total)") }
    }
}

extension LevelBody {
    /// `>820 mg/dL`
    var text: String { "\(comparator ?? "")\(value) \(unit)" }
}
