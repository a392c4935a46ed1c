package import FairKitAPI
package import FairKitCore
import FoundationEssentials

/// Decodes JSON that does not fit its type: records every fault with its pointer, and goes on with stand-in values.
///
/// Valid bodies never come here: `JSONDecoder` decodes them. See decision 0072.
struct ForgivingDecoder: Decoder {
    /// nil: there is no value here, and the fault was recorded.
    let tree: JSONTree?
    let codingPath: [any CodingKey]
    let found: Found
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The faults found so far.
    final class Found {
        var faults: Faults
        /// The members of the whole that its type has.
        var known: Set<String> = []
        init(_ faults: Faults) { self.faults = faults }
    }

    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { intValue.map(String.init) ?? "" }
        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        guard case .object(let members)? = tree else {
            record(expecting: "an object")
            return KeyedDecodingContainer(ForgivingMembers<Key>(members: nil, decoder: self))
        }
        return KeyedDecodingContainer(ForgivingMembers<Key>(members: members, decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        guard case .list(let entries)? = tree else {
            record(expecting: "an array")
            return ForgivingEntries(entries: [], decoder: self)
        }
        return ForgivingEntries(entries: entries, decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ForgivingScalar(decoder: self) }

    /// The value of a member; nil if it is missing, which was recorded.
    func member(_ key: some CodingKey, _ tree: JSONTree?) -> ForgivingDecoder {
        ForgivingDecoder(tree: tree, codingPath: codingPath + [key], found: found)
    }

    func entry(_ index: Int, _ tree: JSONTree) -> ForgivingDecoder { member(Index(intValue: index), tree) }

    func record(_ detail: String) {
        // The keys of a dictionary are words of the client, which no message repeats.
        let path = codingPath.prefix { type(of: $0).init(stringValue: "\u{0}") == nil }
        found.faults.record(Invalid(path: path.map { $0.intValue.map(String.init) ?? $0.stringValue }, detail))
    }

    func record(expecting kind: String) {
        if tree != nil { record("has the wrong type: expected \(kind)") }
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let tree = (tree ?? .null) as? Value { return tree }
        return try scalar(type) ?? Value(from: self)
    }

    /// nil: the type is no scalar.
    func scalar<Value>(_ type: Value.Type) -> Value? {
        switch type {
        case is String.Type: stored("a string", or: "") { if case .text(let text) = $0 { text } else { nil } } as? Value
        case is Bool.Type:
            stored("true or false", or: false) { if case .bool(let bool) = $0 { bool } else { nil } } as? Value
        case is Decimal.Type:
            stored("a number of at most 38 digits", or: Decimal(0)) {
                if case .number(let number) = $0 { number } else { nil }
            } as? Value
        case let type as any FixedWidthInteger.Type: integer(type) as? Value
        default: nil
        }
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        stored("a whole number", or: 0) { if case .number(let number) = $0 { Number("\(number)") } else { nil } }
    }

    private func stored<Value>(_ kind: String, or standIn: Value, _ read: (JSONTree) -> Value?) -> Value {
        if let tree, let value = read(tree) { return value }
        record(expecting: kind)
        return standIn
    }
}

extension Faults {
    /// Decodes JSON that does not fit its type.
    ///
    /// - Parameter members: those of them that the type does not have are faults.
    /// - Returns: the value, with stand-ins for parts that do not fit.
    package mutating func read<Value: Decodable>(
        _ type: Value.Type, from tree: JSONTree, refusing members: [String] = []
    ) throws(Invalid) -> Value {
        let found = ForgivingDecoder.Found(self)
        defer { self = found.faults }
        do {
            let value = try ForgivingDecoder(tree: tree, codingPath: [], found: found).value(type)
            for name in members where !found.known.contains(name) {
                found.faults.record(Invalid(path: [name], "can't be changed"))
            }
            return value
        } catch let error as DecodingError {
            found.faults.record(Invalid(decoding: error))
        } catch {
            found.faults.record("", "can't be read")
        }
        throw Invalid(found.faults.fields)
    }
}
