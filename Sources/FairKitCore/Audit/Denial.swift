/// A request that was refused.
package struct Denial: Equatable, Sendable {
    /// The client whose refusals are counted together.
    package enum Source: Equatable, Sendable {
        /// A client without a valid key, by address.
        case unknown(address: String?)
        case known(Requester)
    }

    /// An authenticated caller, and why they are refused.
    package struct Requester: Hashable, Sendable {
        package let id: ActorID
        package let reason: Reason
        /// Refusals for a record that is open to the caller in an emergency are counted separately, and marked.
        package let breakGlass: Bool

        package init(id: ActorID, reason: Reason, breakGlass: Bool = false) {
            self.id = id
            self.reason = reason
            self.breakGlass = breakGlass
        }
    }

    /// Why an authenticated caller is refused.
    package enum Reason: Equatable, Sendable {
        /// The caller is not authorized.
        case forbidden
        /// The record is hidden from the caller, or does not exist.
        case missed

        /// How many refusals within a minute get an entry each.
        var maxSingle: Int {
            switch self {
            case .forbidden: DenialLedger.maxSingle
            case .missed: 1
            }
        }
    }

    package let source: Source
    /// The caller, as the audit log names them.
    package let actor: AuditActor
    /// The pattern of the route.
    package let route: String
    package let requestID: String
    /// The patient whose record it was.
    package let patient: ProfileID?

    package init(source: Source, actor: AuditActor, route: String, requestID: String, patient: ProfileID? = nil) {
        self.source = source
        self.actor = actor
        self.route = route
        self.requestID = requestID
        self.patient = patient
    }
}
