import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit kit status`
struct KitStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Set the status of a kit.",
        discussion: """
            Only certain steps are allowed; kit show lists the next ones. A sample can be received, processing or rejected even if its kit \
            was neither issued nor registered: FairKit then adds the kit.

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

    @Option(help: "The reason, required for rejected. Enter no health data and no names.")
    var reason: String?

    @Option(help: "The carrier, if the kit is shipped or mailed.")
    var carrier: String?

    @Option(help: "The carrier's tracking number. To add or correct it, set the same status again.")
    var trackingNumber: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let (code, body) = (
            code, KitStatusRequest(status: status, reason: reason, carrier: carrier, trackingNumber: trackingNumber)
        )
        let reply = try await options.settings().withServer { client in
            if let status = KitStatus(rawValue: body.status), KitStatus.ofArrivals.contains(status) {
                let arrival = KitArrivalRequest(kitCode: code, status: body.status, reason: body.reason)
                return try await client.post("/api/v1/test-kits/arrivals", json: arrival, repeatable: true)
            }
            let kit = try await client.kit(code).decode(KitBody.self)
            return try await client.post("/api/v1/test-kits/\(kit.id)/status", json: body, repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(KitBody.self).show() }
    }
}
