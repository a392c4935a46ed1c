import ArgumentParser
import FairKitAPI
import FoundationEssentials

/// `fairkit range add`
struct RangeAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a reference range, by which later results are judged.",
        discussion: """
            Of all ranges that hold on the day of the test, the most specific one counts: first by laboratory, then by method, sex and age.

            Example:
              fairkit range add --unit g/L --low 0.9 --high 2 --to-age 18 --from 2026-12-01
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "mg/dL, g/L or umol/L.", completion: .list(["mg/dL", "g/L", "umol/L"]))
    var unit: String

    @Option(help: "The lower limit.")
    var low: String

    @Option(help: "The upper limit.")
    var high: String

    @Option(help: ArgumentHelp("The first day on which it holds, YYYY-MM-DD.", valueName: "date"))
    var from: String

    @Option(help: "The multiple of the upper limit that is critical; 4 if left out.")
    var criticalMultiple: String?

    @Option(help: "Below it the deficiency is severe; the unit's own limit if left out.")
    var severeLimit: String?

    @Option(help: "The laboratory's name; every laboratory if left out.")
    var laboratory: String?

    @Option(help: "The measuring method; every method if left out.")
    var method: String?

    @Option(help: ArgumentHelp("From this age on, in completed years.", valueName: "years"))
    var fromAge: Int?

    @Option(help: ArgumentHelp("Until the day before this age.", valueName: "years"))
    var toAge: Int?

    @Option(help: "female or male; everyone if left out.", completion: .list(["female", "male"]))
    var sex: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    private func number(_ text: String, _ option: String) throws -> ExactNumber {
        guard let number = Decimal(plain: text) else { throw ValidationError("\(option): a number such as 200 or 0.9") }
        return ExactNumber(number)
    }

    private func body() throws -> ReferenceRangeRequest {
        ReferenceRangeRequest(
            unit: unit, low: try number(low, "--low"), high: try number(high, "--high"),
            criticalMultiple: try criticalMultiple.map { try number($0, "--critical-multiple") },
            severeLimit: try severeLimit.map { try number($0, "--severe-limit") }, laboratory: laboratory,
            method: method, fromAge: fromAge, toAge: toAge, sex: sex, validFrom: from)
    }

    func validate() throws { _ = try body() }

    func run() async throws {
        let body = try body()
        let reply = try await options.settings().withServer { try await $0.post(RangeCommand.path, json: body) }
        if json { return print(reply.text) }
        let range = try reply.decode(ReferenceRangeBody.self)
        Table(ReferenceRangeBody.header, [range.cells]).show()
    }
}

/// `fairkit range end`
struct RangeEndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End a reference range.",
        discussion: """
            Results that were judged by it keep it.

            Example:
              fairkit range end 3 2027-01-01
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The range's number: fairkit range list shows it.")
    var range: Int

    @Argument(help: ArgumentHelp("The first day on which it no longer holds, YYYY-MM-DD.", valueName: "date"))
    var day: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let (path, body) = ("\(RangeCommand.path)/\(range)/end", RangeEndRequest(on: day))
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        if json { return print(reply.text) }
        Table(ReferenceRangeBody.header, [try reply.decode(ReferenceRangeBody.self).cells]).show()
    }
}
