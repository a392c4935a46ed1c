import FairKitCore

/// A kit, as the server answers.
struct KitReply: Decodable {
    struct Step: Decodable {
        let status: String
        let at: String
        /// Only administrators are told.
        let actor: String?
        let implied: Bool
        let reason: String?
    }
    let id: String
    let code: String
    let status: String
    let profileId: String?
    let registeredAt: String?
    let sendBy: String?
    let readFrom: String?
    let needsReview: Bool
    let nextStatuses: [String]
    let history: [Step]?

    func show() {
        showFacts([
            ("id", id), ("code", code), ("status", status), ("profile", profileId), ("registered", registeredAt),
            ("send by", sendBy), ("read from", readFrom), ("review", needsReview ? "needed" : nil),
            ("next", nextStatuses.isEmpty ? nil : nextStatuses.joined(separator: ", ")),
        ])
        guard let history, !history.isEmpty else { return }
        print("")
        Table(
            ["STATUS", "AT", "BY", ""],
            history.map { step in
                let actor = step.actor == "\(ActorID.machine)" ? "this machine" : step.actor
                return [step.status, minute(step.at), actor ?? "", step.reason ?? (step.implied ? "implied" : "")]
            }
        ).show()
    }
}

/// `2026-11-21T02:19:44.123Z` to the minute, for a table.
func minute(_ time: String) -> String {
    String(time.prefix(16)).replacing("T", with: " ")
}

extension LocalClient {
    /// A kit by its code, which never stands in a path.
    func kit(_ code: String) async throws -> Reply {
        try await post("/api/v1/test-kits/search", json: ["code": code], repeatable: true)
    }
}
