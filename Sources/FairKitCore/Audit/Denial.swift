/// A request that was refused.
package struct Denial: Hashable, Sendable {
    /// With whose requests it is counted.
    package enum Source: Hashable, Sendable {
        /// A client without a valid key, by its address.
        case stranger(address: String?)
        case known(Requester)
    }

    /// A known actor, and why they are refused.
    package struct Requester: Hashable, Sendable {
        package let id: ActorID
        package let reason: Reason
        /// What an actor is refused of a record that is open to them in an emergency is counted by itself, and marked.
        package let breakGlass: Bool

        package init(id: ActorID, reason: Reason, breakGlass: Bool = false) {
            self.id = id
            self.reason = reason
            self.breakGlass = breakGlass
        }
    }

    /// Why a known actor is refused.
    package enum Reason: Hashable, Sendable {
        /// They may not do it.
        case forbidden
        /// The record is hidden from them, or there is none.
        case missed

        /// So many refusals within a minute have an entry each.
        var mostSingle: Int {
            switch self {
            case .forbidden: DenialLedger.mostSingle
            case .missed: 1
            }
        }
    }

    package let source: Source
    /// As the audit names the client.
    package let actor: AuditActor
    /// The pattern of the route.
    package let route: String
    package let requestID: String
    /// Whose record it was.
    package let patient: ProfileID?

    package init(source: Source, actor: AuditActor, route: String, requestID: String, patient: ProfileID? = nil) {
        self.source = source
        self.actor = actor
        self.route = route
        self.requestID = requestID
        self.patient = patient
    }
}
