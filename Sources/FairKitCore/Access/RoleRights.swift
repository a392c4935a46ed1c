/// What a role may do and see.
extension Role {
    /// Whether this role may do it at all.
    package func may(_ action: Action) -> Bool { action.isAllowed(to: name) }

    /// Whether this role may report that a kit has come to a state, if that is a legal step.
    package func mayReport(_ status: KitStatus) -> Bool {
        switch self {
        case .patient, .clinician: status == .mailed
        case .laboratory: [.received, .processing, .rejected].contains(status)
        case .administrator: true
        case .consumer, .app, .coordinator: false
        }
    }

    /// Whether this role sees whose a kit is.
    package var seesOwnersOfKits: Bool { name != .laboratory }

    /// Whether this role sees who reported a step of a kit, by the id of a key or an account: whoever can find out whose it is, and asks
    /// them if a step is wrong.
    package var seesWhoReported: Bool { name == .administrator }

    /// What a key of this role can be narrowed to.
    package var scopes: Set<Scope> { Set(Action.allCases.filter(may).compactMap(\.scope)) }
}
