import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit figures`
struct FiguresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Show how many people registered kits and got results, month by month.",
        discussion: """
            It shows only complete months. Figures of small groups are hidden, so that no person can be identified.

            Examples:
              fairkit figures
              fairkit figures --from 2026-01 --to 2026-10 --json
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("The first month, YYYY-MM.", valueName: "month"))
    var from: String?

    @Option(help: ArgumentHelp("The last month.", valueName: "month"))
    var to: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard [from, to].allSatisfy({ $0.map { CalendarMonth($0) != nil } ?? true }) else {
            throw ValidationError("--from and --to are months, YYYY-MM.")
        }
    }

    func run() async throws {
        let path = "/api/v1/figures" + query([("from", from), ("to", to)])
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { return print(reply.text) }
        let figures = try reply.decode(FiguresBody.self)
        let flags = AbnormalFlag.allCases.map(\.rawValue)
        func cell(_ figure: FiguresBody.Cell?) -> String {
            figure.map { $0.people.map { "\($0)" } ?? "<\(figures.least)" } ?? "–"
        }
        Table(
            ["MONTH", "REGISTERED", "RESULTS"] + flags,
            figures.months.map { month in
                [month.month, cell(month.registered), cell(month.results.all)]
                    + flags.map { cell(month.results.byFlag[$0]) }
            }
        ).show()
    }
}
