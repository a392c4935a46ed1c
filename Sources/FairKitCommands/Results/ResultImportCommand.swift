import ArgumentParser
import FairKitAPI

/// `fairkit result import`
struct ResultImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add a file of a laboratory's results.",
        discussion: """
            FILE is CSV (RFC 4180) whose first line names the columns, or NDJSON with the same members, an object a line: \
            \(ResultRequest.members.joined(separator: ", ")). \
            The first five are required. For each line it prints the line's number, the reference and what became of it: \
            recorded, unmatched (nobody has registered the kit yet), repeated (it was there already) or refused. Importing \
            the file again is harmless. The exit status is 1 if any line was refused.

            Examples:
              fairkit result import --laboratory "Nairobi Central" november.csv
              fairkit result import --laboratory "Nairobi Central" \\
                --json november.ndjson >outcomes.ndjson
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Argument(help: "The file, .csv or .ndjson.", completion: .file(extensions: ["csv", "ndjson", "jsonl"]))
    var file: String

    @Flag(help: "Answer as JSON, one object a line.")
    var json = false

    func run() async throws {
        let (file, laboratory, json) = (file, laboratory, json)
        let isComplete = try await options.settings().withServer { client in
            let saying = "What was told is stored. Import the file again to go on: what is stored is left as it is."
            return try await interruptibly(saying: saying) {
                var run = ImportRun(client: client, laboratory: laboratory, json: json)
                return try await run.run(try ResultFile(path: file))
            }
        }
        if !isComplete { throw ExitCode.failure }
    }
}
