import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit kit status`
struct KitStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what has become of a kit.",
        discussion: """
            Only legal steps are taken; kit show names the next ones.

            Examples:
              fairkit kit status FU-KIT-2025110701-X received
              fairkit kit status FU-KIT-2025110701-X rejected --reason "sample dried out"
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Argument(
        help: "shipped, mailed, received, processing, rejected, expired, cancelled or replaced.",
        completion: .list(KitStatus.allCases.map(\.rawValue)))
    var status: String

    @Option(help: "Why; required for rejected. No health data, no names.")
    var reason: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let (code, body) = (code, KitStatusRequest(status: status, reason: reason))
        let reply = try await options.settings().withServer { client in
            let kit = try await client.kit(code).decode(KitBody.self)
            return try await client.post("/api/v1/test-kits/\(kit.id)/status", json: body, repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(KitBody.self).show() }
    }
}
