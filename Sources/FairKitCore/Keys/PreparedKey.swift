/// An API key that an administrator requested over the network. It is inactive until another administrator approves it.
/// See decision 0052.
package struct PreparedKey: Equatable, Sendable {
    package let key: APIKey
    /// The administrator who requested it.
    package let preparedBy: ActorID
    /// The key that it replaces; nil: none.
    package let replaces: Replaced?

    /// A key that ends some time after its successor is approved.
    package struct Replaced: Equatable, Sendable {
        package let id: KeyID
        package let overlap: Duration

        package init(id: KeyID, overlap: Duration) {
            self.id = id
            self.overlap = overlap
        }
    }

    /// The facts for the administrators who can approve it.
    package func facts(requestedBy name: String) -> String {
        """
        key           \(key.name)
        role          \(key.role.name.rawValue)
        rights        \(key.scopes.map { $0.map(\.rawValue).sorted().joined(separator: " ") } ?? "all of the role")
        until         \(key.expiresAt.map { "\($0)" } ?? "-")
        requested by  \(name)
        """
    }

    /// How long the request waits for approval.
    package static let lifetime: Duration = .seconds(7 * 86_400)

    package init(_ key: APIKey, by actor: ActorID, replaces: Replaced?) {
        self.key = key
        preparedBy = actor
        self.replaces = replaces
    }
}
