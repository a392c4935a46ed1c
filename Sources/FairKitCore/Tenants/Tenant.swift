/// One organisation. It has an encrypted file of its own and sees nothing of other tenants. See the decision
/// `0001-a-tenant-is-one-file`.
package struct Tenant: Equatable, Sendable {
    package let id: TenantID
    package let name: TenantName
    package let state: TenantState
    package let createdAt: Timestamp
    /// When background work is due for the tenant, even without a request; nil: none.
    package let dueAt: Timestamp?

    package init(id: TenantID, name: TenantName, state: TenantState, createdAt: Timestamp, dueAt: Timestamp?) {
        self.id = id
        self.name = name
        self.state = state
        self.createdAt = createdAt
        self.dueAt = dueAt
    }

    /// A copy with another name.
    package func named(_ name: TenantName) -> Tenant {
        Tenant(id: id, name: name, state: state, createdAt: createdAt, dueAt: dueAt)
    }

    /// A copy in another state.
    package func becoming(_ state: TenantState) -> Tenant {
        Tenant(id: id, name: name, state: state, createdAt: createdAt, dueAt: dueAt)
    }

    /// A copy with another due time.
    package func due(at time: Timestamp?) -> Tenant {
        Tenant(id: id, name: name, state: state, createdAt: createdAt, dueAt: time)
    }
}

package typealias TenantID = ID<Tenant>

/// Stored texts; append only.
package enum TenantState: String, Sendable, CaseIterable {
    case active
    /// It keeps its data and answers no requests.
    case suspended
    /// Its key is destroyed.
    case erased
}

/// An operator's action on a tenant. Stored texts; append only.
package enum TenantEventKind: String, Sendable, CaseIterable {
    case created
    case renamed
    case suspended
    case resumed
    case erased
    /// It was restored from a backup.
    case restored
    /// It was written to an archive.
    case exported
    /// It came here with an archive.
    case imported
}

/// The tenant's name in `X-Tenant-ID`: a host name label (RFC 1123, section 2.1) in lower case.
package struct TenantName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// - Parameter text: 1 to 63 lower-case letters, digits and hyphens, no hyphen at either end; nil for anything
    ///   else.
    package init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        guard (1...63).contains(text.utf8.count), isAllowed, text.first != "-", text.last != "-" else { return nil }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// The tenant that exists from the start, for requests that name none.
    package static let standard = TenantName(known: "default")

    package var description: String { text }
}
