import ArgumentParser
import FairKitAPI

/// `fairkit result release`
struct ResultReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Release a held result to its patient, after the laboratory has confirmed it.",
        discussion: """
            Example:
              fairkit result release 0193… --laboratory "Nairobi Central"
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Argument(help: "The result's id.")
    var id: String

    @Option(help: "Why the result is right.")
    var reason: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try ResultCommand.check(id) }

    func run() async throws {
        let (path, laboratory) = ("\(ResultCommand.path)/\(id)/release", laboratory)
        let body = ReleaseRequest(reason: reason)
        let reply = try await options.settings().withServer {
            try await $0.post(path, as: .laboratory(laboratory), json: body, repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(ResultBody.self).show() }
    }
}
