import ArchivalPDF
import Testing

@Suite struct `An archival PDF` {
    private let facts = ArchivalPDF.Facts(
        title: "Résultat <1> & فاطمة", language: "es", createdAt: 1_795_647_999, producer: "FairKit")

    /// A PDF with two objects, laid out as cairo lays its own out.
    private func pdf(catalogue: String = "<< /Type /Catalog\n   /Pages 2 0 R\n>>") -> [UInt8] {
        var text = "%PDF-1.5\n"
        var starts: [Int] = []
        for (number, body) in [(1, catalogue), (2, "<< /Type /Pages /Kids [] /Count 0 >>")] {
            starts.append(text.utf8.count)
            text += "\(number) 0 obj\n\(body)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 3\n0000000000 65535 f \n"
        for start in starts {
            let digits = String(start)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size 3\n   /Root 1 0 R\n>>\nstartxref\n\(table)\n%%EOF\n"
        return Array(text.utf8)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `keeps every byte of the PDF before it`() throws {
        let before = pdf()
        let after = try ArchivalPDF(updating: before, facts).bytes
        #expect(after.starts(with: before) && after.count > before.count)
    }

    @Test func `names its level, language, profile and identifier`() throws {
        let after = text(try ArchivalPDF(updating: pdf(), facts).bytes)
        for part in [
            "<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>", "/S /GTS_PDFA1",
            "/Lang <FEFF00650073>", "/MarkInfo << /Marked true >>", "/Prev ", "/ID [ <",
            "<xmp:CreateDate>2026-11-25T23:06:39Z</xmp:CreateDate>", "/CreationDate (D:20261125230639Z)",
        ] {
            #expect(after.contains(part), "\(part)")
        }
    }

    @Test func `escapes its title in XML, and writes it in UTF-16 beside`() throws {
        let after = text(try ArchivalPDF(updating: pdf(), facts).bytes)
        #expect(after.contains("Résultat &lt;1&gt; &amp; فاطمة"))
        #expect(after.contains("/Title <FEFF005200E9"))
    }

    /// Each entry of the new table points at its object.
    @Test func `has a table of its new objects`() throws {
        let bytes = try ArchivalPDF(updating: pdf(), facts).bytes
        let lines = text(bytes).split(separator: "\n", omittingEmptySubsequences: false)
        let table = try #require(lines.lastIndex(of: "xref"))
        let end = try #require(lines.lastIndex { $0.hasPrefix("trailer") })
        let rows = Array(lines[(table + 1)..<end])
        #expect(rows.count == 10)
        for pair in stride(from: 0, to: rows.count, by: 2) {
            let number = try #require(rows[pair].split(separator: " ").first)
            let start = try #require(Int(rows[pair + 1].prefix(10)))
            #expect(bytes[start...].starts(with: "\(number) 0 obj".utf8))
        }
    }

    @Test func `is the same bytes for the same PDF and facts`() throws {
        #expect(try ArchivalPDF(updating: pdf(), facts) == ArchivalPDF(updating: pdf(), facts))
    }

    @Test(arguments: ["", "%PDF-1.5", "GIF89a", "%PDF-1.5\nstartxref\n999\n", "%PDF-1.5\nxref\n0 9\nstartxref\n9\n"])
    func `is not made of other bytes`(text: String) {
        #expect(throws: ArchivalPDF.Malformed.self) { try ArchivalPDF(updating: Array(text.utf8), facts) }
    }

    @Test func `is not made of a PDF that was cut off anywhere`() {
        let whole = pdf()
        for length in stride(from: 0, to: whole.count - 8, by: 3) {
            _ = try? ArchivalPDF(updating: Array(whole.prefix(length)), facts)
        }
    }
}
