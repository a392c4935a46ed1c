import ArgumentParser
import FairKitAPI

/// `fairkit kit show`
struct KitShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a kit and its history.",
        discussion: """
            Example:
              fairkit kit show FU-KIT-2025110701-X
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let code = code
        let reply = try await options.settings().withServer { try await $0.kit(code) }
        if json { print(reply.text) } else { try reply.decode(KitBody.self).show() }
    }
}
