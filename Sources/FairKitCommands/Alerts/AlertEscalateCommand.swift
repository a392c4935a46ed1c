import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert escalate`
struct AlertEscalateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "escalate",
        abstract: "Make the next step of an alert due at once, or show whom each step tells.",
        discussion: """
            With --dry-run nothing is sent: the command shows who was told, and whom each step would tell when.

            Examples:
              fairkit alert escalate 0193… --dry-run
              fairkit alert escalate 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The alert's id.")
    var id: String

    @Flag(help: "Show the steps and the notices, and send nothing.")
    var dryRun = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard AlertID(id) != nil else {
            throw ValidationError("This is not the id of an alert. fairkit alert list shows the ids.")
        }
    }

    func run() async throws {
        let path = "\(AlertCommand.path)/\(id)"
        let reply = try await options.settings().withServer { [dryRun] client in
            if !dryRun { _ = try await client.post("\(path)/escalate") }
            return try await client.get("\(path)/escalation", as: .clinician)
        }
        if json {
            print(reply.text)
        } else {
            show(try reply.decode(AlertEscalationBody.self))
        }
    }

    private func show(_ escalation: AlertEscalationBody) {
        showFacts([("Alert", escalation.alertId), ("State", escalation.state)])
        print()
        Table(
            ["STEP", "STATE", "DUE OR ENDED", "TELLS", "NOW REACHES"],
            escalation.steps.map { step in
                [
                    "\(step.number)", step.state, (step.dueAt ?? step.endedAt).map(second) ?? "",
                    step.tell.joined(separator: " "),
                    step.wouldTell.map { $0.isEmpty ? "no one: the next step is due at once" : names($0) } ?? "",
                ]
            }
        ).show()
        for failed in escalation.failedContacts ?? [] {
            print()
            print(
                "The patient's \(failed.channel == "sms" ? "number" : "e-mail address") takes no messages since \(second(failed.at)) (\(failed.reason)). Correct it in the profile."
            )
        }
        guard !escalation.notices.isEmpty else { return }
        print()
        Table(
            ["TOLD AT", "STEP", "NOTICE", "RECEIVER", "CHANNEL", "OUTCOME"],
            escalation.notices.flatMap { notice in
                notice.sends.map { send in
                    [
                        second(notice.at), "\(notice.step)", notice.kind, names([notice.receiver]), send.channel,
                        [send.state, send.lastError].compactMap(\.self).joined(separator: ": "),
                    ]
                }
            }
        ).show()
    }

    private func names(_ receivers: [AlertEscalationBody.Receiver]) -> String {
        receivers.map { receiver in
            // A patient is not named, with or without an account.
            receiver.name.map { receiver.kind == "team" ? "team \($0)" : $0 }
                ?? (["operator", "team"].contains(receiver.kind) ? receiver.kind : "patient")
        }.joined(separator: ", ")
    }

    private func second(_ time: String) -> String { String(time.prefix(19)).replacing("T", with: " ") }
}
