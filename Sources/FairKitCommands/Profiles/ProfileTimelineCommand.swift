import ArgumentParser
import FairKitAPI

/// `fairkit profile timeline`
struct ProfileTimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show what happened to a person's kits, results and alerts, newest first.",
        discussion: """
            Results and alerts are shown of people who let clinicians see them. The audit
            log records the access.

            Examples:
              fairkit profile timeline 0193…
              fairkit profile timeline 0193… --limit 20 --json
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: "The maximum number of lines.")
    var limit = 50

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
    }

    func run() async throws {
        let (path, limit) = ("\(ProfileCommand.path)/\(id)/timeline", limit)
        let lines = try await options.settings().withServer {
            try await $0.everything(path, of: JSONTree.self, as: .clinician, most: limit)
        }
        try showList(lines, json: json, ["AT", "WHAT", "FACTS", "ID"]) { (line: TimelineBody) in
            [minute(line.at), line.kind, line.facts, orDash(line.id)]
        }
    }
}

extension TimelineBody {
    fileprivate var facts: String {
        let facts = [
            kitCode, level?.text, flag, version.map { "version \($0)" }, band.map { "band \($0)" }, role, name,
        ]
        return facts.compactMap(\.self).joined(separator: " ")
    }
}
