import ArgumentParser
import FairKitAPI

/// `fairkit result import`
struct ResultImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a file of a laboratory's results.",
        discussion: """
            The file is CSV (RFC 4180) with a header, or NDJSON with the same members, one object per line: \
            \(ResultRequest.members.joined(separator: ", ")). \
            The first five are required. For each line, the command prints the line's number, the reference and the outcome: recorded, \
            unmatched (the kit is not registered yet), repeated (the result was recorded before) or refused. The command is idempotent. \
            The exit status is 1 if any line was refused. With - the command reads standard input, and recognises the format by itself.

            Examples:
              fairkit result import --laboratory "Nairobi Central" november.csv
              fairkit result import --laboratory "Nairobi Central" \\
                --json november.ndjson >outcomes.ndjson
              fairkit result import --laboratory "Nairobi Central" - <november.ndjson
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Argument(
        help: "The file, .csv or .ndjson; - is standard input.",
        completion: .file(extensions: ["csv", "ndjson", "jsonl"]))
    var file: String

    @Flag(help: "Print the result as JSON, one object per line.")
    var json = false

    func run() async throws {
        let (file, laboratory, json) = (file, laboratory, json)
        let isComplete = try await options.settings().withServer { client in
            let saying =
                "The results that were shown are stored. To go on, import the file again: stored results stay as they are."
            return try await interruptibly(saying: saying) {
                var run = ImportRun(client: client, laboratory: laboratory, json: json)
                return try await run.run(try ResultFile(path: file))
            }
        }
        if !isComplete { throw ExitCode.failure }
    }
}
