import ArgumentParser
import FairKitAPI
import FoundationEssentials

/// `fairkit alert …`: open alerts, rules, consumer groups and deliveries.
struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Show alerts; manage alert rules, consumer groups and deliveries.",
        discussion: """
            Examples:
              fairkit alert list
              fairkit alert rules --switch-on severe-low
              fairkit alert groups create paging --bands 0,1
            """,
        subcommands: [
            AlertListCommand.self, AlertShowCommand.self, AlertWatchCommand.self, AlertRulesCommand.self,
            AlertEscalateCommand.self, AlertAcknowledgeCommand.self, AlertPolicyCommand.self,
            NoteCommands.OfAlert.self,
            AlertGroupsCommand.self, AlertParkedCommand.self, AlertRedriveCommand.self, AlertReplayCommand.self,
            AlertAttemptsCommand.self,
        ])

    static let path = "/api/v1/alerts"
}

extension AlertBody {
    static let header = ["BAND", "RAISED", "RULE", "LEVEL", "ALERT"]

    var cells: [String] { ["\(band)", minute(raisedAt), rule, level, id] }

    /// A withdrawn result has none.
    var level: String {
        guard let level = payload.data.aatLevel, let unit = payload.data.unit else { return "withdrawn" }
        return "\(payload.data.comparator ?? "")\(level) \(unit)"
    }
}
