import FairKitAPI
import FairKitServer
import FoundationEssentials

/// One line of JSON.
func jsonLine(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Prints a whole list: as the JSON that was received, or as a table.
/// - Parameter cells: the texts of an item, one per column of the header.
func showList<Item: Decodable>(
    _ items: [JSONTree], json: Bool, _ header: [String], _ cells: (Item) -> [String]
) throws {
    if json { return print(try jsonLine(Listed(items: items))) }
    Table(header, try items.map { cells(try $0.decoded(as: Item.self)) }).show()
}

/// A whole list, as printed.
private struct Listed: Encodable {
    let items: [JSONTree]
}

extension JSONTree {
    /// The same as a type.
    func decoded<T: Decodable>(as type: T.Type) throws -> T {
        try decodeAnswer(type, from: JSONEncoder().encode(self))
    }
}

/// Decodes a response.
func decodeAnswer<T: Decodable>(_ type: T.Type, from json: Data) throws(OperatorError) -> T {
    do {
        return try JSONDecoder().decode(type, from: json)
    } catch {
        throw OperatorError(
            "The server's response can't be read. The server may be another version of FairKit: use the same version for both."
        )
    }
}
