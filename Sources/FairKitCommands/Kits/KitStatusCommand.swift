import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit kit status`
struct KitStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what has become of a kit.",
        discussion: """
            Only legal steps are taken; kit show names the next ones. A sample can be received, processing or rejected
            although nobody has registered or issued its kit: it is known from then on.

            Examples:
              fairkit kit status FU-KIT-2025110701-X received
              fairkit kit status FU-KIT-2025110701-X rejected --reason "sample dried out"
              fairkit kit status FU-KIT-2025110701-X shipped --carrier DHL \\
                --tracking-number 1234567890
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

    @Option(help: "Who carries it, if it is shipped or mailed.")
    var carrier: String?

    @Option(help: "The carrier's number for it. Report the same status again to add or correct it.")
    var trackingNumber: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let (code, body) = (
            code, KitStatusRequest(status: status, reason: reason, carrier: carrier, trackingNumber: trackingNumber)
        )
        let reply = try await options.settings().withServer { client in
            if let status = KitStatus(rawValue: body.status), KitStatus.ofArrivals.contains(status) {
                let arrival = KitArrivalRequest(code: code, status: body.status, reason: body.reason)
                return try await client.post("/api/v1/test-kits/arrivals", json: arrival, repeatable: true)
            }
            let kit = try await client.kit(code).decode(KitBody.self)
            return try await client.post("/api/v1/test-kits/\(kit.id)/status", json: body, repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(KitBody.self).show() }
    }
}
