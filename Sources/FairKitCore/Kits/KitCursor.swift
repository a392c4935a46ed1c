/// The position of the next page: the last kit of this one, newest first.
package struct KitCursor: Equatable, Sendable, CustomStringConvertible {
    package let id: KitID

    package init(after kit: Kit) { self.init(kit.id) }

    package init(_ id: KitID) {
        self.id = id
    }

    package init?(_ text: String) {
        guard let id = KitID(text) else { return nil }
        self.id = id
    }

    package var description: String { "\(id)" }
}
