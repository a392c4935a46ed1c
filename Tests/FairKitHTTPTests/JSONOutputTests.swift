import FairKitAPI
import FairKitFrame
import FoundationEssentials
import NIOCore
import Testing

/// Compared with Foundation's encoder and decoder.
@Suite struct `The JSON output` {
    private struct Everything: Codable, Equatable {
        var text = ""
        var texts: [String] = []
        var number = 0
        var large: Int64 = 0
        var half = 0.0
        var isTrue = false
        var none: String?
        var nothing: [Everything] = []
        var exact = ExactNumber(0)
        var lists: [[Int?]] = []
    }

    private func read<T: Decodable>(_ value: some Encodable, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(Array(buffer: try JSONOutput.json(value))))
    }

    @Test func `survives a round trip with any characters`() throws {
        for scalar in [0...0x2FF, 0x2000...0x206F, 0xFFF0...0xFFFF, 0x1F600...0x1F64F].joined() {
            guard let scalar = Unicode.Scalar(UInt32(scalar)) else { continue }
            let text = "a\(scalar)\"\\/\(scalar)"
            #expect(try read([text], as: [String].self) == [text])
            #expect(try read(JSONTree.object([text: .bool(true)])) == JSONTree.object([text: .bool(true)]))
        }
    }

    @Test func `has exact numbers`() throws {
        var value = Everything()
        for number in [0, -1, .min, .max, 1_000_000] as [Int64] {
            (value.number, value.large, value.half) = (Int(number), number, Double(number) / 1024)
            #expect(try read(value) == value)
        }
        for number in [Double.leastNonzeroMagnitude, 1e300, -0.1, 1e21, 123_456_789.125] {
            value.half = number
            #expect(try read(value) == value)
        }
        for text in ["820", "0.142", "7.5", "999999.999", "-3", "0.0001", "1e9"] {
            value.exact = ExactNumber(try #require(Decimal(string: text)))
            #expect(try read(value) == value, "\(text)")
        }
        #expect(throws: JSONOutput.Unwritable.self) { try JSONOutput.json([Double.infinity]) }
        #expect(throws: JSONOutput.Unwritable.self) { try JSONOutput.json([Double.nan]) }
    }

    @Test func `has nested lists, empty lists, and null`() throws {
        var value = Everything()
        value.nothing = [Everything(), Everything(texts: ["", "b"], isTrue: true)]
        value.lists = [[], [1, nil, 3], []]
        #expect(try read(value) == value)
        #expect(String(buffer: try JSONOutput.json([[Int]]())) == "[]")
        #expect(String(buffer: try JSONOutput.json([String: Int]())) == "{}")
        #expect(String(buffer: try JSONOutput.json([nil, 1] as [Int?])) == "[null,1]")
    }

    /// Several parts of one object, as in some responses.
    private struct InParts: Encodable {
        let first = Everything(text: "first")
        private enum Key: String, CodingKey { case more, last }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(["more": [1]], forKey: .more)
            try first.encode(to: encoder)
            try container.encode(true, forKey: .last)
        }
    }

    @Test func `can be one object from several parts`() throws {
        let tree = try read(InParts(), as: JSONTree.self)
        guard case .object(let members) = tree else {
            Issue.record("\(tree)")
            return
        }
        #expect(members["more"] == .object(["more": .list([.number(1)])]))
        #expect(members["text"] == .text("first"))
        #expect(members["last"] == .bool(true))
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private struct InContainers: Encodable {
        enum Key: String, CodingKey { case inner }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner.encode(1, forKey: .inner)
        }
    }

    @Test func `fails for values without JSON, and for containers without an end`() {
        #expect(throws: JSONOutput.Unwritable.self) { try JSONOutput.json(Nothing()) }
        #expect(throws: JSONOutput.Unwritable.self) { try JSONOutput.json([Nothing()]) }
        #expect(throws: JSONOutput.Unwritable.self) { try JSONOutput.json(InContainers()) }
    }

    /// Random trees, encoded by both.
    @Test func `equals Foundation's`() throws {
        for _ in 1...200 {
            let tree = JSONTree.random(depth: 5)
            let theirs = try JSONDecoder().decode([JSONTree].self, from: JSONEncoder().encode([tree]))
            #expect(try read([tree], as: [JSONTree].self) == theirs)
        }
    }
}

extension JSONTree {
    fileprivate static func random(depth: Int) -> JSONTree {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5)) {
        case 0: .null
        case 1: .bool(.random())
        case 2: .number(Decimal(Int.random(in: -1000...1000)))
        case 3, 4: .text(String(Int.random(in: 0...99), radix: 36) + "\"\n")
        case 5: .list((0..<Int.random(in: 0...4)).map { _ in .random(depth: depth - 1) })
        default:
            .object(
                Dictionary(
                    uniqueKeysWithValues: (0..<Int.random(in: 0...4)).map { ("m\($0)", .random(depth: depth - 1)) }))
        }
    }
}
