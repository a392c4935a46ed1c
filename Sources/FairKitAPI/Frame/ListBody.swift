/// One page of a list, and where the list goes on; nil: nowhere.
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

/// Where a list goes on, as clients have it: sealed, so that it leads to no other list. They hand it back as it is.
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
