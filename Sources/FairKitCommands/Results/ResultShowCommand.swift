import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit result show`
struct ResultShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a result and its versions.",
        discussion: """
            The audit log records that the result was read.

            Examples:
              fairkit result show 0193…
              fairkit result show 0193… --laboratory "Nairobi Central" --json
            """)

    @OptionGroup var options: StoreOptions

    @OptionGroup var reader: ResultReader

    @Argument(help: "The result's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try ResultCommand.check(id) }

    func run() async throws {
        let (path, role) = ("\(ResultCommand.path)/\(id)", reader.role)
        let reply = try await options.settings().withServer { try await $0.get(path, as: role) }
        if json { print(reply.text) } else { try reply.decode(ResultBody.self).show() }
    }
}
