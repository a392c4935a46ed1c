/// Where a list goes on: the last kit of a page, in the order newest first.
package struct KitCursor: Hashable, Sendable, CustomStringConvertible {
    package let id: KitID

    package init(after kit: Kit) {
        id = kit.id
    }

    package init?(_ text: String) {
        guard let id = KitID(text) else { return nil }
        self.id = id
    }

    package var description: String { "\(id)" }
}
