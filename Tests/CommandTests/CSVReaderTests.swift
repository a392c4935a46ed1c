import FairKitAPI
import FairKitCommands
import FoundationEssentials
import Testing

@Suite struct `Comma-separated values` {
    /// The records of a text that arrives in chunks of a size.
    private func records(_ bytes: [UInt8], pieces: Int = 3) -> [CSVReader.Record] {
        var (text, reader) = (UTF8Text(), CSVReader())
        var records: [CSVReader.Record] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            records += reader.take(text.take(Array(bytes[start..<min(start + pieces, bytes.count)])))
        }
        records += reader.take(text.finish())
        return records + [reader.finish()].compactMap(\.self)
    }

    private func fields(_ text: String, pieces: Int = 3) -> [[String]?] {
        records(Array(text.utf8), pieces: pieces).map(\.fields)
    }

    @Test(
        arguments: [
            ("", []), ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,,\r\n", [["a", "", ""]]), (",\r\n", [["", ""]]), ("\r\n\r\na\r\n", [["a"]]),
            (#""a","b""c",d"# + "\r\n", [["a", #"b"c"#, "d"]]),
            ("\"a,\r\nb\",c\r\nd,e", [["a,\r\nb", "c"], ["d", "e"]]),
            (#""""#, [[""]]), (#""""""#, [["\""]]), ("\"\",x\r\n", [["", "x"]]), (" a , b \r\n", [[" a ", " b "]]),
            ("\u{FEFF}a,b\r\n", [["a", "b"]]), ("é,李\r\n", [["é", "李"]]),
        ] as [(String, [[String]])])
    func `are read by RFC 4180, for every chunk size`(text: String, expected: [[String]]) throws {
        for pieces in [1, 2, 3, 1000] { #expect(fields(text, pieces: pieces) == expected, "\(pieces)") }
    }

    @Test(arguments: [
        "a\"b,c\r\nd\r\n", "\"a\"b,c\r\nd\r\n", "a,b\"\r\nd\r\n", "\"a\" ,c\r\nd\r\n",
    ])
    func `are reported if they are malformed, and reading goes on`(text: String) throws {
        #expect(fields(text) == [nil, ["d"]])
    }

    @Test(
        arguments: [
            ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]), ("a\tb\n1;5\t2\n", [["a", "b"], ["1;5", "2"]]),
            ("sep=;\r\na;b\r\n", [["a", "b"]]), ("sep=,\na,b\n", [["a", "b"]]), ("\"a;b\",c\n", [["a;b", "c"]]),
            ("a\nb;c\n", [["a"], ["b;c"]]),
        ] as [(String, [[String]])])
    func `are separated as the first record is`(text: String, expected: [[String]]) {
        for pieces in [1, 3, 1000] { #expect(fields(text, pieces: pieces) == expected, "\(pieces)") }
    }

    @Test func `are read as UTF-16 with a mark, for every chunk size`() {
        let text = "a\té\r\n𐍈\t李\r\n"
        for isBig in [false, true] {
            let units = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBig ? bytes : bytes.reversed()
            }
            for pieces in [1, 2, 3, 1000] {
                #expect(records(units, pieces: pieces).map(\.fields) == [["a", "é"], ["𐍈", "李"]], "\(pieces)")
            }
        }
    }

    @Test func `are reported if they are not UTF-8`() throws {
        #expect(records([0xFF, 10, 97, 10]).map(\.fields) == [nil, ["a"]])
    }

    @Test func `end with an open quote as one broken record`() throws {
        #expect(fields("a\r\n\"b\r\nc\r\nd") == [["a"], nil])
    }

    @Test func `know the line on which each record begins`() throws {
        let text = "a\n\n\"b\nb\nb\",c\nd\"\ne\n"
        #expect(records(Array(text.utf8)).map(\.line) == [1, 3, 6, 7])
    }

    @Test func `take a record of 64 KB and no more`() throws {
        let most = String(repeating: "x", count: CSVReader.longest - 1)
        #expect(fields(most + "\ny\n", pieces: 4096).map { $0?.first?.utf8.count } == [CSVReader.longest - 1, 1])
        #expect(fields(most + "xx\ny\n", pieces: 4096) == [nil, ["y"]])
    }
}

@Suite struct `A result of a file` {
    private static let least = [
        "reference": "N-1", "kitCode": "FU-KIT-2025110701-X", "testDate": "2026-11-20", "value": "820", "unit": "mg/dL",
    ]

    @Test func `becomes what the API takes, to the last decimal`() throws {
        let all = Self.least.merging([
            "value": "0.1", "unit": "g/L", "comparator": ">", "genotype": "ZZ", "method": "", "low": "1.00",
            "high": "2.00", "status": "final",
        ]) { _, new in new }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(try ResultRequest(all)), as: UTF8.self)
        #expect(
            json == #"{"genotype":"ZZ","kitCode":"FU-KIT-2025110701-X","#
                + #""level":{"comparator":">","unit":"g/L","value":0.1},"range":{"high":2,"low":1},"#
                + #""reference":"N-1","status":"final","testDate":"2026-11-20"}"#)
    }

    @Test(arguments: ResultRequest.required) func `has what it must have`(name: String) {
        for missing in [nil, ""] {
            var members = Self.least
            members[name] = missing
            #expect(throws: ResultRequest.Malformed(sentence: "\(name): is required")) { try ResultRequest(members) }
        }
    }

    @Test(arguments: ["1,5", "1e3", "", " 1", "1 ", "0x10", ".", "1.", ".5", "1.2.3", "+1", "--1", "NaN", "１"])
    func `has a number for a level`(text: String) {
        #expect(Decimal(plain: text) == nil)
    }

    @Test(arguments: [("820", 820), ("0.57", Decimal(57) / 100), ("-1", -1), ("007", 7)] as [(String, Decimal)])
    func `has a level as it was written`(text: String, value: Decimal) {
        #expect(Decimal(plain: text) == value)
    }

    @Test func `has no member that is unknown, and both limits or none`() {
        for more in ["levle": "1", "low": "1", "high": "2"] {
            var members = Self.least
            members[more.key] = more.value
            #expect(throws: ResultRequest.Malformed.self) { try ResultRequest(members) }
        }
    }
}
