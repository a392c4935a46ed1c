import FairKitCore
import FairKitService

/// A kit on the wire.
struct KitBody: Encodable {
    let id: String
    let code: String
    let status: String
    let profileId: String?
    let registeredAt: String?
    let sendBy: String?
    let readFrom: String?
    let needsReview: Bool
    let nextStatuses: [String]
    let history: [Event]?

    struct Event: Encodable {
        let status: String
        let at: String
        let actor: String?
        let implied: Bool
        let reason: String?
    }

    init(_ kit: KitView) {
        id = "\(kit.id)"
        code = "\(kit.code)"
        status = kit.status.rawValue
        profileId = kit.profileID?.description
        registeredAt = kit.registeredAt?.description
        sendBy = kit.sendBy?.description
        readFrom = kit.readFrom?.rawValue
        needsReview = kit.needsReview
        nextStatuses = kit.status.reportable.map(\.rawValue)
        history = kit.history?.map { step in
            Event(
                status: step.event.status.rawValue, at: "\(step.event.at)", actor: step.actor?.description,
                implied: step.event.implied, reason: step.event.reason)
        }
    }
}

/// What became of a batch of kits, in the order they were sent.
struct Issued: Encodable {
    let items: [Item]

    struct Item: Encodable {
        let code: String
        let outcome: String
        var id: String?
        var status: String?
        var detail: String?

        init(_ outcome: IssuedKit) {
            switch outcome {
            case .created: self.outcome = "created"
            case .advanced: self.outcome = "advanced"
            case .unchanged: self.outcome = "unchanged"
            case .closed(let kit):
                self.outcome = "refused"
                detail = "The kit is \(kit.status.rawValue), and nothing can follow."
            case .malformed(_, let error):
                self.outcome = "refused"
                detail = error.sentence
            }
            if case .malformed(let text, _) = outcome {
                code = String(text.prefix(64))
            } else {
                code = outcome.kit.map { "\($0.code)" } ?? ""
            }
            id = outcome.kit?.id.description
            status = outcome.kit?.status.rawValue
        }
    }
}
