import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert show`
struct AlertShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an alert, why it was raised, and its events.",
        discussion: """
            Times are in UTC. The command claims no delivery. The audit log records that the alert was read.

            Example:
              fairkit alert show 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The alert's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard AlertID(id) != nil else {
            throw ValidationError("This is not the id of an alert. fairkit alert list shows the ids.")
        }
    }

    private struct Whole: Encodable {
        let alert: JSONTree
        let events: [JSONTree]
    }

    func run() async throws {
        let path = "\(AlertCommand.path)/\(id)"
        let (alert, events) = try await options.settings().withServer { client in
            (
                try await client.get(path, as: .clinician).decode(JSONTree.self),
                try await client.everything("\(path)/events", of: JSONTree.self)
            )
        }
        if json {
            print(try jsonLine(Whole(alert: alert, events: events)))
        } else {
            show(try alert.decoded(as: AlertBody.self), try events.map { try $0.decoded(as: AlertEventBody.self) })
        }
    }

    private func show(_ alert: AlertBody, _ events: [AlertEventBody]) {
        showFacts([
            ("Alert", alert.id), ("State", alert.state), ("Band", "\(alert.band)"),
            ("Rule", "\(alert.rule), version \(alert.ruleVersion)"), ("Why", alert.explanation),
            ("Verify", alert.needsVerification ? "before you act on it" : nil), ("Raised", minute(alert.raisedAt)),
            ("Result", "\(alert.resultId), version \(alert.resultVersion)"),
            ("Patient", alert.patientId ?? "not known"),
            ("Follows", alert.followsAlertId),
        ])
        print()
        Table(
            ["AT", "EVENT", "GROUP", "DELIVERY", "REASON"],
            events.map {
                [
                    String($0.at.prefix(19)).replacing("T", with: " "), $0.event, $0.group ?? "", $0.deliveryId ?? "",
                    ReadBackPart.named(in: $0.reason ?? ""),
                ]
            }
        ).show()
    }
}
