import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile list`
struct ProfileListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List people, the newest profile first.",
        discussion: """
            The audit log records which people the list showed. An administrator sees no results and no alerts.

            Examples:
              fairkit profile list
              fairkit profile list --most 1000 --json
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "At most so many people.")
    var most = 100

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard most > 0 else { throw ValidationError("--most is 1 or more.") }
    }

    func run() async throws {
        let found = try await options.settings().withServer {
            try await $0.everything(ProfileCommand.path, of: JSONTree.self, most: most)
        }
        try showList(found, json: json, ["ID", "NAME", "BIRTH DATE"]) { (person: ListedPersonBody) in
            [person.id, person.name.full, orDash(person.birthDate)]
        }
    }
}
