import FairKitAPI
import FairKitCore
import FoundationEssentials
import Testing

/// Compared with Foundation's encoder and decoder.
@Suite struct `The JSON writer` {
    private func text(_ value: some JSONWritable) -> String {
        String(decoding: JSONWriter.bytes(ofAll: value), as: UTF8.self)
    }

    private func read<T: Decodable>(_ value: some JSONWritable, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(JSONWriter.bytes(ofAll: value)))
    }

    @Test func `survives a round trip with any characters, at any place of eight`() throws {
        for scalar in [0...0x2FF, 0x2000...0x206F, 0xFFF0...0xFFFF, 0x1F600...0x1F64F].joined() {
            guard let scalar = Unicode.Scalar(UInt32(scalar)) else { continue }
            let text = "a\(scalar)\"\\/\(scalar)"
            #expect(try read([text], as: [String].self) == [text])
            #expect(try read(JSONTree.object([text: .bool(true)])) == JSONTree.object([text: .bool(true)]))
        }
        for special in ["\"", "\\", "\u{1F}", "\n", "é"] {
            for (before, after) in (0..<20).flatMap({ before in (0..<20).map { (before, $0) } }) {
                let text = String(repeating: "x", count: before) + special + String(repeating: "y", count: after)
                #expect(try read([text], as: [String].self) == [text])
            }
        }
    }

    @Test(arguments: [
        ("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", #""\u0000\b\t\n\u000b\f\r\u001f"# + "\u{7F}\""),
        (#"a/b"c\d"#, #""a/b\"c\\d""#), ("", #""""#),
    ])
    func `escapes only what JSON requires`(value: String, json: String) {
        #expect(text(value) == json)
    }

    @Test func `has exact numbers`() throws {
        for number in [0, -1, 9, 10, -10, 1_000_000, .min, .max] as [Int64] { #expect(text(number) == "\(number)") }
        for digits in ["820", "0.142", "7.5", "999999.999", "-3", "0.0001", "1000000000"] {
            #expect(text(ExactNumber(try #require(Decimal(string: digits)))) == digits)
        }
        #expect(try read(JSONTree.vast(1e300)) == JSONTree.vast(1e300))
    }

    @Test func `has empty lists, nested lists, and names in their order`() {
        #expect(text([[Int]]()) == "[]")
        #expect(text([[], [1, 3], []] as [[Int]]) == "[[],[1,3],[]]")
        #expect(text([String: Int]()) == "{}")
        #expect(text(["b": 2, "a": 1, "c": 3]) == #"{"a":1,"b":2,"c":3}"#)
    }

    private struct Inner: JSONBody {
        func writeMembers(to json: inout JSONWriter) { json.member(#""text":"#, "first") }
    }

    private struct InParts: JSONBody {
        func writeMembers(to json: inout JSONWriter) {
            json.member(#""more":"#, [1])
            Inner().writeMembers(to: &json)
            json.member(#""omitted":"#, String?.none)
            json.member(#""null":"#, orNull: Int?.none)
            json.member(#""last":"#, true)
        }
    }

    @Test func `can be one object from several parts`() {
        #expect(text(InParts()) == #"{"more":[1],"text":"first","null":null,"last":true}"#)
    }

    @Test func `is longer than the room that was made for it first`() throws {
        let texts = (0..<2000).map { "\($0)" }
        #expect(try read(texts) == texts)
    }

    /// Random trees, written by both.
    @Test func `equals Foundation's`() throws {
        for _ in 1...200 {
            let tree = JSONTree.random(depth: 5)
            let theirs = try JSONDecoder().decode([JSONTree].self, from: JSONEncoder().encode([tree]))
            #expect(try read([tree], as: [JSONTree].self) == theirs)
        }
    }

    /// The build writes the members of bodies from their properties.
    @Test func `gives each property of a body a member`() throws {
        let bodies: [any JSONBody] = [
            RowCounts.none, KitBatchBody(items: []), ReplayBody(deliveryIds: [], nextCursor: nil),
        ]
        for body in bodies {
            guard case .object(let members) = try JSONTree(of: body) else {
                Issue.record("no object: \(type(of: body))")
                continue
            }
            let present = Mirror(reflecting: body).children.filter { "\($0.value)" != "nil" }
            #expect(Set(members.keys) == Set(present.compactMap(\.label)))
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
