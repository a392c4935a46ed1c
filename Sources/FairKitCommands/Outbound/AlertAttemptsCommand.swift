import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert attempts`
struct AlertAttemptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attempts",
        abstract: "List the latest attempts to push deliveries to webhooks, newest first.",
        discussion: """
            Without --group it lists the attempts of all consumer groups, removed ones included.

            Examples:
              fairkit alert attempts
              fairkit alert attempts --group paging
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "Only the attempts of this consumer group.")
    var group: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        // Only the latest hundred: there can be very many.
        let place = group.map { "/alert-groups/\($0.percentEncoded)" } ?? ""
        let path = "/api/v1\(place)/delivery-attempts?limit=100"
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { return print(reply.text) }
        Table(
            ["SENT", "GROUP", "DELIVERY", "ALERT", "ATTEMPT", "OUTCOME", "HTTP", "MS"],
            try reply.decode(ListBody<AttemptBody>.self).items.map {
                [
                    $0.at, $0.group, $0.deliveryId, $0.alertId, "\($0.attempt)", $0.outcome,
                    $0.httpStatus.map { "\($0)" } ?? "", "\($0.milliseconds)",
                ]
            }
        ).show()
    }
}
