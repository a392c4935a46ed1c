/// The rights of a role.
extension Role {
    /// Whether the role allows the action at all.
    package func may(_ action: Action) -> Bool { action.isAllowed(to: name) }

    /// Whether the role may report that a kit has reached a status, if that step is legal.
    package func mayReport(_ status: KitStatus) -> Bool {
        switch self {
        case .patient, .clinician: status == .mailed
        case .laboratory: [.received, .processing, .rejected].contains(status)
        case .administrator: true
        case .consumer, .app, .coordinator: false
        }
    }

    /// Whether the role sees which patient a kit belongs to.
    package var seesOwnersOfKits: Bool { name != .laboratory }

    /// Whether the role sees the id of the key or account that reported a step of a kit. Only an administrator can find
    /// out whose id it is, and follow up a wrong step.
    package var seesWhoReported: Bool { name == .administrator }

    /// The scopes that can narrow a key of this role. A clinician's key is a hospital's system, which reads no shares.
    package var scopes: Set<Scope> {
        Set(Action.allCases.filter { may($0) && !(name == .clinician && $0 == .readShares) }.compactMap(\.scope))
    }
}
