/// A key that an administrator has asked for over the network. It opens nothing until another administrator agrees.
/// See the decision `0079-keys-take-two`.
package struct PreparedKey: Hashable, Sendable {
    package let key: APIKey
    /// Whoever asked for it.
    package let preparedBy: ActorID
    /// The key in whose place it comes; nil: none.
    package let replaces: Replaced?

    /// A key that ends some time after its successor is agreed to.
    package struct Replaced: Hashable, Sendable {
        package let id: KeyID
        package let overlap: Duration

        package init(id: KeyID, overlap: Duration) {
            self.id = id
            self.overlap = overlap
        }
    }

    /// How long it waits.
    package static let lifetime: Duration = .seconds(7 * 86_400)

    package init(_ key: APIKey, by actor: ActorID, replaces: Replaced?) {
        self.key = key
        preparedBy = actor
        self.replaces = replaces
    }
}
