/// One page of a list.
package struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    package let items: [Item]
    /// nil on the last page.
    package let next: Cursor?

    package init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }

    /// - Parameters:
    ///   - found: up to one item more than the limit; the extra one shows that there is a next page.
    ///   - limit: the most items on a page.
    package init(found: [Item], limit: Int, cursor: (Item) -> Cursor) {
        items = Array(found.prefix(limit))
        next = found.count > limit ? items.last.map(cursor) : nil
    }

    package func map<Other>(_ transform: (Item) -> Other) -> Page<Other, Cursor> {
        Page<Other, Cursor>(items: items.map(transform), next: next)
    }
}
