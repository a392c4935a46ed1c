import ArgumentParser
import FoundationEssentials

/// `fairkit alert …`: open alerts, and deliveries that do not get through.
struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Show open alerts, and look after deliveries that fail.",
        subcommands: [AlertListCommand.self, AlertWatchCommand.self, AlertParkedCommand.self, AlertRedriveCommand.self])

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
    let raisedAt: String
    let resultId: String
    let payload: Payload

    static let header = ["BAND", "RAISED", "LEVEL", "RESULT"]

    var cells: [String] {
        let facts = payload.data
        return ["\(band)", minute(raisedAt), "\(facts.comparator ?? "")\(facts.aatLevel) \(facts.unit)", resultId]
    }
}
