package import FairKitCore

/// A page of a list, with the cursor of the next page; nil: this is the last one.
package struct ListBody<Item: Sendable>: Sendable {
    package let items: [Item]
    package let nextCursor: Cursor?
    /// How many entries all pages have; nil: it was not requested.
    package let total: Int?
    /// Counting ended before the last entry; nil: the total is exact.
    package let totalIsLowerBound: Bool?

    package init(items: [Item], nextCursor: Cursor?, total: Total? = nil) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total?.count
        totalIsLowerBound = total?.isLowerBound == true ? true : nil
    }

    /// A list that is so short that it needs no pagination.
    package init(all items: [Item]) { self.init(items: items, nextCursor: nil) }
}

extension ListBody: JSONBody, JSONWritable where Item: JSONWritable {}
extension ListBody: Decodable where Item: Decodable {}

/// A pagination cursor. Clients send it back unchanged; it is sealed, so it works only for its own list.
package struct Cursor: Decodable, JSONWritable, Sendable {
    package let sealed: String

    package init(sealed: String) { self.sealed = sealed }

    package init(from decoder: any Decoder) throws {
        sealed = try decoder.singleValueContainer().decode(String.self)
    }

    package func write(to json: inout JSONWriter) { json.write(sealed) }
}
