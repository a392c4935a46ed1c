import ArgumentParser
import FairKitAPI

/// `fairkit dashboard`
struct DashboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Show what waits for clinicians, or for a laboratory.",
        discussion: """
            It shows open critical alerts, held and unmatched results, overdue kits and
            kits to review: how many there are, and the first of each. The audit log
            records the access for each person in it.

            Examples:
              fairkit dashboard
              fairkit dashboard --laboratory "Nairobi Central" --json
            """)

    @OptionGroup var options: StoreOptions

    @OptionGroup var reader: ResultReader

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let role = reader.role
        let reply = try await options.settings().withServer { try await $0.get("/api/v1/dashboard", as: role) }
        if json { print(reply.text) } else { try reply.decode(DashboardBody.self).show() }
    }
}

extension DashboardBody {
    fileprivate func show() {
        show("Open critical alerts", openCriticalAlerts) { "\($0.id)  \($0.level)  raised \(minute($0.raisedAt))" }
        show("Acknowledged alerts", acknowledgedAlerts) { "\($0.id)  \($0.level)  raised \(minute($0.raisedAt))" }
        show("Held results", heldResults) { "\($0.id)  \($0.level?.text ?? "no level")  \($0.heldFor ?? "")" }
        show("Unmatched results", unmatchedResults) { "\($0.id)  \($0.level?.text ?? "no level")  \($0.kitCode)" }
        show("Overdue kits", overdueKits) { "\($0.kitCode)  \($0.status)  due \($0.sendBy ?? "")" }
        show("Kits to review", kitsToReview) { "\($0.kitCode)  \($0.status)" }
    }

    private func show<Item>(_ title: String, _ part: Part<Item>?, _ line: (Item) -> String) {
        guard let part else { return }
        print("\(title): \(part.count)\(part.countIsLowerBound == true ? " or more" : "")")
        for item in part.items { print("  \(line(item).printable)") }
    }
}
