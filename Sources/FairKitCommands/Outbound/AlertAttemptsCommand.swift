import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert attempts`
struct AlertAttemptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attempts",
        abstract: "List the latest attempts to push a group's deliveries to its webhook, newest first.",
        discussion: """
            Example:
              fairkit alert attempts --group paging
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The consumer group.")
    var group = "default"

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        // Only the latest hundred: there can be very many.
        let path = "/api/v1/alert-groups/\(group.percentEncoded)/delivery-attempts?limit=100"
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { return print(reply.text) }
        Table(
            ["SENT", "DELIVERY", "ALERT", "ATTEMPT", "OUTCOME", "HTTP", "MS"],
            try reply.decode(ListBody<AttemptBody>.self).items.map {
                [
                    $0.at, $0.deliveryId, $0.alertId, "\($0.attempt)", $0.outcome,
                    $0.httpStatus.map { "\($0)" } ?? "", "\($0.milliseconds)",
                ]
            }
        ).show()
    }
}
