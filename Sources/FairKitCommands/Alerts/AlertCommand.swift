import ArgumentParser
import FairKitAPI

/// `fairkit alert …`: open alerts.
struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Show, watch and acknowledge alerts.",
        discussion: """
            Examples:
              fairkit alert list
              fairkit api PATCH alert-rules/severe-low -f enabled=true
              fairkit api alert-groups -f name=paging -f bands=0 -f bands=1
            """,
        subcommands: [
            AlertListCommand.self, AlertShowCommand.self, AlertWatchCommand.self, AlertAcknowledgeCommand.self,
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
