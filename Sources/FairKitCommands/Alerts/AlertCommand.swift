import ArgumentParser
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

/// An alert, as the server answers.
struct AlertReply: Decodable {
    struct Payload: Decodable {
        let data: Facts
    }
    struct Facts: Decodable {
        let aatLevel: Decimal
        let unit: String
        let comparator: String?
    }
    let id: String
    let band: Int
    let rule: String
    let ruleVersion: Int
    let state: String
    let raisedAt: String
    let resultId: String
    let resultVersion: Int
    let patientId: String?
    let followsAlertId: String?
    let explanation: String
    let needsVerification: Bool
    let payload: Payload

    static let header = ["BAND", "RAISED", "RULE", "LEVEL", "ALERT"]

    var cells: [String] { ["\(band)", minute(raisedAt), rule, level, id] }

    var level: String { "\(payload.data.comparator ?? "")\(payload.data.aatLevel) \(payload.data.unit)" }
}
