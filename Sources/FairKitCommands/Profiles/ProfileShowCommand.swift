import ArgumentParser
import FairKitAPI

/// `fairkit profile show`
struct ProfileShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a person's profile.",
        discussion: """
            The audit log records that the profile was read.

            Example:
              fairkit profile show 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        let path = "\(ProfileCommand.path)/\(id)"
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { print(reply.text) } else { try reply.decode(ProfileBody.self).show() }
    }
}
