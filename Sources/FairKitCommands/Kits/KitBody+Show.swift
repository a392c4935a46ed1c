import FairKitAPI
import FairKitCore

extension KitBody {
    /// Shows the kit, and its history if it is given.
    func show() {
        showFacts([
            ("id", id), ("code", kitCode), ("status", status), ("profile", profileId), ("registered", registeredAt),
            ("send by", sendBy), ("due", due), ("use by", useBy), ("laboratory", laboratory),
            ("sent with", shipment?.text), ("returned with", returnShipment?.text), ("read from", readFrom),
            ("review", needsReview ? "needed" : nil),
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

extension KitBody.Shipment {
    /// `DHL 1234567890`
    fileprivate var text: String { [carrier, trackingNumber].compactMap { $0 }.joined(separator: " ") }
}

/// `2026-11-21T02:19:44.123Z` to the minute, for a table.
func minute(_ time: String) -> String {
    String(time.prefix(16)).replacing("T", with: " ")
}

extension LocalClient {
    /// Finds a kit by its code, which is never part of a path.
    func kit(_ code: String) async throws -> Reply {
        try await post("/api/v1/test-kits/search", json: KitSearchRequest(kitCode: code), repeatable: true)
    }
}
