import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert replay`
struct AlertReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay deliveries that a group has acked, marked as replays.",
        discussion: """
            Use it for a consumer that lost deliveries. A replay pages no one twice: it has no sound, and comes after new critical deliveries.

            Examples:
              fairkit alert replay 0193…
              fairkit alert replay --group ward --since 2026-11-21T08:00:00Z
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The ids of the alerts.")
    var alerts: [String] = []

    @Option(help: ArgumentHelp("Alerts that were raised at this time or later.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("With --since: alerts that were raised before this time.", valueName: "time"))
    var until: String?

    @Option(help: "The consumer group.")
    var group = ConsumerGroup.defaultName

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard alerts.isEmpty != (since == nil) else { throw ValidationError("Name alerts, or give --since.") }
        guard alerts.allSatisfy({ AlertID($0) != nil }) else {
            throw ValidationError("This is not the id of an alert. fairkit alert list shows the ids.")
        }
        guard [since, until].compactMap(\.self).allSatisfy({ Timestamp($0) != nil }) else {
            throw ValidationError("A time is in UTC, such as 2026-11-21T08:00:00Z.")
        }
        if until != nil, since == nil { throw ValidationError("--until needs --since.") }
    }

    func run() async throws {
        let path = "/api/v1/alert-groups/\(group.percentEncoded)/replay"
        let (since, until, json) = (since, until, json)
        let parts = stride(from: 0, to: alerts.count, by: 100).map { Array(alerts.dropFirst($0).prefix(100)) }
        let replayed = try await options.settings().withServer { client in
            var replayed: [String] = []
            for part in parts {
                replayed += try await client.post(path, json: ReplayRequest(alertIds: part)).decode(ReplayBody.self)
                    .deliveryIds
            }
            var next = since.map { ReplayRequest(since: $0, until: until) }
            while let body = next {
                let reply = try await client.post(path, json: body).decode(ReplayBody.self)
                replayed += reply.deliveryIds
                next = reply.nextCursor.flatMap { cursor in
                    since.map { ReplayRequest(since: $0, until: until, cursor: cursor.sealed) }
                }
            }
            return replayed
        }
        print(json ? try jsonLine(ReplayBody(deliveryIds: replayed, nextCursor: nil)) : "Replayed: \(replayed.count).")
        if replayed.count < alerts.count {
            note(
                "\(alerts.count - replayed.count) alerts were not replayed, because this group has not acked them.")
            throw ExitCode.failure
        }
    }
}
