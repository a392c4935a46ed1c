import ArgumentParser
import FairKitAPI

/// `fairkit result import`
struct ResultImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a file of a laboratory's results.",
        discussion: """
            The file is a table (CSV, RFC 4180) with a header, or NDJSON with the same members, one object per line: \
            \((ResultRequest.members + ResultRequest.ofSamples).joined(separator: ", ")). \
            The first five are required. Tables separate their columns by commas, semicolons or tabs, in UTF-8 or UTF-16. \
            A date or number that could mean two things is refused unless an option says which. For each line, the command prints the line's number, the reference and the outcome: recorded, \
            unmatched (the kit is not registered yet), repeated (the result was recorded before) or refused. The command is idempotent. \
            The exit status is 1 if any line was refused. With - the command reads standard input, and recognises the format by itself.

            Examples:
              fairkit result import --laboratory "Nairobi Central" november.csv
              fairkit result import --laboratory "Nairobi Central" \\
                --json november.ndjson >outcomes.ndjson
              fairkit result import --laboratory "Nairobi Central" - <november.ndjson
              fairkit result import --laboratory "Nairobi Central" --dry-run \\
                --columns "reference:Sample no,value:AAT,unit:=mg/dL" \\
                --dates dmy --decimals comma november.csv
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Argument(
        help: "The file, .csv or .ndjson; - is standard input.",
        completion: .file(extensions: ["csv", "ndjson", "jsonl"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The columns of a table: \(ColumnChoice.expected). Other columns are ignored.", valueName: "columns"),
        transform: { text in
            guard let choice = ColumnChoice(text) else { throw ValidationError("Write \(ColumnChoice.expected).") }
            return choice
        })
    var columns: ColumnChoice?

    @Option(help: "The order of dates such as 03/04/2026: dmy or mdy.")
    var dates: TableForm.DateOrder?

    @Option(help: "The decimal mark of numbers: comma or point.")
    var decimals: TableForm.DecimalMark?

    @Flag(help: "Store nothing, and print what would happen.")
    var dryRun = false

    @Flag(help: "Print the result as JSON, one object per line.")
    var json = false

    func run() async throws {
        let (file, laboratory, isDryRun, json) = (file, laboratory, dryRun, json)
        let (form, columns) = (TableForm(dates: dates, decimals: decimals), columns)
        let isComplete = try await options.settings().withServer { client in
            let saying =
                "The results that were shown are stored. To go on, import the file again: stored results stay as they are."
            return try await interruptibly(saying: saying) {
                var run = ImportRun(client: client, laboratory: laboratory, isDryRun: isDryRun, json: json)
                return try await run.run(try ResultFile(path: file, form: form, columns: columns))
            }
        }
        if !isComplete { throw ExitCode.failure }
    }
}

extension TableForm.DateOrder: ExpressibleByArgument {}
extension TableForm.DecimalMark: ExpressibleByArgument {}
