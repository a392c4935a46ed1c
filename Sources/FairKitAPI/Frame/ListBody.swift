/// A page of a list, with the cursor of the next page; nil: this is the last one.
package struct ListBody<Item: Sendable>: Sendable {
    package let items: [Item]
    package let nextCursor: Cursor?

    package init(items: [Item], nextCursor: Cursor?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}

extension ListBody: Encodable where Item: Encodable {}
extension ListBody: Decodable where Item: Decodable {}

/// A pagination cursor. Clients send it back unchanged; it is sealed, so it works only for its own list.
package struct Cursor: Codable, Sendable {
    package let sealed: String

    package init(sealed: String) { self.sealed = sealed }

    package init(from decoder: any Decoder) throws {
        sealed = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sealed)
    }
}
