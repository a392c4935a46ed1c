import ArgumentParser
import FairKitAPI
import FoundationEssentials

/// `fairkit alert …`: open alerts, rules, consumer groups and deliveries.
struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Show alerts, and look after their rules, their groups and their deliveries.",
        subcommands: [
            AlertListCommand.self, AlertShowCommand.self, AlertWatchCommand.self, AlertGroupsCommand.self,
            AlertRulesCommand.self, AlertParkedCommand.self, AlertRedriveCommand.self, AlertReplayCommand.self,
            AlertAttemptsCommand.self,
        ])

    static let path = "/api/v1/alerts"
}

extension AlertBody {
    static let header = ["BAND", "RAISED", "RULE", "LEVEL", "ALERT"]

    var cells: [String] { ["\(band)", minute(raisedAt), rule, level, id] }

    var level: String { "\(payload.data.comparator ?? "")\(payload.data.aatLevel) \(payload.data.unit)" }
}
