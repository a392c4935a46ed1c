import FairKitAPI
import FairKitCommands
import FairKitCore
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
        return records + reader.finish()
    }

    private func fields(_ text: String, pieces: Int = 3) -> [[String]?] {
        records(Array(text.utf8), pieces: pieces).map(\.fields)
    }

    @Test(
        arguments: [
            ("", []), ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,,\r\n", [["a", "", ""]]), (",\r\n", []), ("\r\n\r\na\r\n", [["a"]]),
            ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]), ("a,b\n , \n\"\",\n1,2\n", [["a", "b"], ["1", "2"]]),
            (#""a","b""c",d"# + "\r\n", [["a", #"b"c"#, "d"]]),
            ("\"a,\r\nb\",c\r\nd,e", [["a,\nb", "c"], ["d", "e"]]),
            (#""""#, []), (#""""""#, [["\""]]), ("\"\",x\r\n", [["", "x"]]), (" a , b \r\n", [[" a ", " b "]]),
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

    @Test func `show what is not UTF-8`() throws {
        #expect(records([0xFF, 44, 98, 10, 97, 10]).map(\.fields) == [["\u{FFFD}", "b"], ["a"]])
    }

    @Test(
        arguments: [
            // To the end of the file, to a line that is a record, to one with quotes, and to one that is none.
            ("a,b\n1,\"2\n3\n", [["a", "b"], nil, ["3"]]),
            ("a,b\n1,\"2\n3,4\n5,6\n", [["a", "b"], nil, ["3", "4"], ["5", "6"]]),
            ("a,b\n1,\"2\n\"3\",\"4\"\n5,6\n", [["a", "b"], nil, ["3", "4"], ["5", "6"]]),
            ("a,b\n1,\"2\nx\ny\"z,3\n5,6\n", [["a", "b"], nil, ["x"], nil, ["5", "6"]]),
            ("a,b\n1,\"2\n3,\"4\n5,6\n", [["a", "b"], nil, nil, ["5", "6"]]),
            ("a,b\n1,\"two\nlines\"\n3,4\n", [["a", "b"], ["1", "two\nlines"], ["3", "4"]]),
        ] as [(String, [[String]?])])
    func `lose one line to a quote that is never closed`(text: String, expected: [[String]?]) {
        for pieces in [1, 3, 1000] { #expect(fields(text, pieces: pieces) == expected, "\(pieces)") }
    }

    @Test func `are read in one pass, however long a quote stays open`() {
        let lines = "a,b\n1,\"2\n" + String(repeating: "x\n", count: 100_000)
        let read = records(Array(lines.utf8), pieces: 4096)
        #expect(read.count == 100_002 && read.filter { $0.fields == nil }.map(\.line) == [2])
    }

    @Test func `know the line on which each record begins`() throws {
        let text = "a,x\n\n\"b\nb\nb\",c\nd\"\ne\n"
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

@Suite struct `A table of results` {
    private static let header = "reference,kitCode,testDate,value,unit"

    private func lines(_ rows: String, header: String = header, choice: String? = nil) -> [BatchLines.Line] {
        var lines = BatchLines(.table(TableForm(), choice.flatMap { ColumnChoice($0) }))
        return lines.take(Array("\(header)\n\(rows)".utf8)) + lines.finish(isWhole: true)
    }

    /// The faults of each line, by pointer.
    private func faults(_ rows: String, header: String = header) -> [[String: String]] {
        lines(rows, header: header).map { line in
            guard case .row(let members, let form) = line.content else { return ["": "\(line.content)"] }
            var faults = Faults()
            _ = ResultRequest(members, written: form, noting: &faults)
            return Dictionary(faults.fields.map { ($0.pointer, $0.detail) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private func row(_ value: String, date: String = "2026-11-20") -> String { "N,K,\(date),\(value),mg/dL" }

    @Test(arguments: [",", "\t", ";"])
    func `never takes a mark for a decimal one that may separate thousands`(separator: String) {
        func told(_ value: String, _ before: String...) -> Bool {
            let cells = (before + [value]).map {
                ["N", "K", "2026-11-20", separator == "," ? "\"\($0)\"" : $0, "mg/dL"].joined(separator: separator)
            }
            let header = Self.header.replacing(",", with: separator)
            return faults(cells.joined(separator: "\n"), header: header).last == [:]
        }
        #expect(told("82,5") && told("82.5") && told("0.123") && told("820"))
        #expect(!told("1.234") && !told("1,234"))
        // A column with a decimal comma makes each point in it doubtful.
        #expect(!told("82.5", "82,5") && told("82,5", "82.5") && told("83,5", "82,5"))
    }

    @Test(arguments: [
        ("20.11.26", "two digits"), ("20-Nov-2026", "is a word"), ("20 November 2026", "is a word"),
        ("11/20/2026 8:30 AM", "twelve hours"), ("03/04/2026", "swapped"), ("soon", "a date such as"),
    ])
    func `names the form of a date that it does not take`(date: String, said: String) {
        #expect(faults(row("820", date: date)).first?["/testDate"]?.contains(said) == true)
    }

    @Test func `says that its encoding is another one`() {
        let foreign = Array("N,K,2026-11-20,820,".utf8) + [0xB5] + Array("mol/L\n".utf8)
        var lines = BatchLines(.table(TableForm(), nil))
        guard case .row(let members, let form)? = lines.take(Array("\(Self.header)\n".utf8) + foreign).first?.content
        else {
            Issue.record("no row")
            return
        }
        var faults = Faults()
        _ = ResultRequest(members, written: form, noting: &faults)
        #expect(faults.fields.map(\.pointer) == ["/level/unit"])
        #expect(faults.fields.first?.detail.contains("Windows-1252") == true)
        // A header of which a chosen column is written so.
        var header = BatchLines(.table(TableForm(), ColumnChoice("reference:Gerät")))
        let said = header.take(Array("Ger".utf8) + [0xE4] + Array("t,b\n".utf8)).first?.content
        guard case .unfit(let sentence)? = said else {
            Issue.record("\(String(describing: said))")
            return
        }
        #expect(sentence.contains("Windows-1252"))
    }

    @Test func `has an outcome for each line that is not empty, and ignores empty columns at its end`() {
        let rows = "\(row("1")),,\n,,,,\nN,\"K,2026-11-20,2,mg/dL\n\(row("820"))\nN,K\n"
        let lines = lines(rows, header: Self.header + ",,")
        #expect(lines.map(\.number) == [2, 4, 5, 6])
        let isRow = lines.map { if case .row = $0.content { true } else { false } }
        #expect(isRow == [true, false, true, false])
    }
}
