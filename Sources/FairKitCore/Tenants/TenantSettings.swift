/// What a tenant's administrators decide.
package struct TenantSettings: Hashable, Sendable {
    /// Whether patients make accounts of themselves; else they are invited.
    package enum Registration: String, Sendable, CaseIterable {
        case open
        case closed
    }

    package var registration: Registration

    package init(registration: Registration = .open) {
        self.registration = registration
    }
}
