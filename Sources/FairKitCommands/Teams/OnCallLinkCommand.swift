import ArgumentParser
import FairKitAPI

/// `fairkit oncall link`
struct OnCallLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Open a private calendar link of who is on call, or revoke it.",
        discussion: """
            Calendar programs subscribe to the link without a key. It shows names and times, and is printed only once. A new link \
            replaces the former one.

            Examples:
              fairkit oncall link on-call
              fairkit oncall link on-call --revoke
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team.", valueName: "team"))
    var name: String

    @Flag(help: "Revoke the link.")
    var revoke = false

    func run() async throws {
        let path = TeamCommand.path(name, "/calendar")
        let settings = try options.settings()
        if revoke {
            try await settings.withServer { try await $0.delete(path) }
            print("revoked")
        } else {
            let reply = try await settings.withServer { try await $0.post(path) }
            print(try reply.decode(CalendarLinkBody.self).url)
        }
    }
}
