import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert parked`
struct AlertParkedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parked",
        abstract: "List parked deliveries (dead letters), and why each failed last.",
        discussion: """
            Consumers get them only after fairkit alert redrive. Critical alerts are never parked.

            Example:
              fairkit alert parked --group default
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The consumer group.")
    var group = "default"

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let path = "/api/v1/alert-groups/\(group.percentEncoded)/parked"
        let found = try await options.settings().withServer { try await $0.everything(path, of: JSONTree.self) }
        let header = ["DELIVERY", "BAND", "ALERT", "PARKED", "ATTEMPTS", "LAST REASON"]
        try showList(found, json: json, header) { (parked: ParkedBody) in
            [
                parked.deliveryId, "\(parked.band)", parked.alertId, minute(parked.parkedAt),
                "\(parked.deliveryAttempts)", parked.failures.first.map { $0.reason ?? "lease expired" } ?? "",
            ]
        }
    }
}
