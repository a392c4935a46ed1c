/// Where the objects of a PDF begin: its cross-reference table and trailer (ISO 32000-1, 7.5.4 and 7.5.5).
struct CrossReferences {
    /// Where the table begins.
    let offset: Int
    /// One more than the highest object number.
    let count: Int
    /// The number of the catalogue (7.7.2).
    let root: Int
    /// Where each object begins.
    private let starts: [Int]

    init(of pdf: [UInt8]) throws(ArchivalPDF.Malformed) {
        guard pdf.starts(with: "%PDF-1.".utf8), let end = pdf.last("startxref") else {
            throw ArchivalPDF.Malformed(offset: 0)
        }
        var reader = PDFReader(pdf, at: end + 9)
        guard let offset = reader.number(), offset < pdf.count else { throw ArchivalPDF.Malformed(offset: end) }
        reader = PDFReader(pdf, at: offset)
        guard reader.skip("xref"), reader.number() == 0, let count = reader.number(), (2...100_000).contains(count)
        else { throw ArchivalPDF.Malformed(offset: reader.offset) }
        var starts: [Int] = []
        for _ in 0..<count {
            guard let start = reader.number(), reader.number() != nil, reader.skip("n") || reader.skip("f") else {
                throw ArchivalPDF.Malformed(offset: reader.offset)
            }
            starts.append(start)
        }
        guard reader.skip("trailer"), let place = pdf.first("/Root", from: reader.offset) else {
            throw ArchivalPDF.Malformed(offset: reader.offset)
        }
        reader = PDFReader(pdf, at: place + 5)
        guard let root = reader.number(), (1..<count).contains(root) else {
            throw ArchivalPDF.Malformed(offset: place)
        }
        self.offset = offset
        self.count = count
        self.root = root
        self.starts = starts
    }

    /// The numbers of the objects that have this entry among their first 100 bytes.
    func objects(beginningWith entry: String, in pdf: [UInt8]) -> [Int] {
        starts.indices.dropFirst().filter { number in
            let start = starts[number]
            return Array(pdf[min(start, pdf.count)..<min(start + 100, pdf.count)]).first(entry, from: 0) != nil
        }
    }

    /// The text of a dictionary object up to its final `>>`, which is left out.
    func object(_ number: Int, in pdf: [UInt8]) throws(ArchivalPDF.Malformed) -> String {
        var reader = PDFReader(pdf, at: starts[number])
        guard reader.number() == number, reader.number() == 0, reader.skip("obj"), reader.skip("<<"),
            let end = pdf.first("endobj", from: reader.offset)
        else { throw ArchivalPDF.Malformed(offset: starts[number]) }
        let body = pdf[reader.offset..<end]
        guard let close = Array(body).last(">>") else { throw ArchivalPDF.Malformed(offset: reader.offset) }
        return "<<" + String(decoding: body.prefix(close), as: UTF8.self)
    }
}

/// Reads tokens of a PDF (ISO 32000-1, 7.2.2): white space is skipped before each.
struct PDFReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = min(max(offset, 0), bytes.count)
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0, 9, 10, 12, 13, 32].contains(bytes[offset]) { offset += 1 }
    }

    /// A number of at most 10 digits.
    mutating func number() -> Int? {
        skipSpace()
        let digits = bytes[offset...].prefix(11).prefix { (48...57).contains($0) }
        guard (1...10).contains(digits.count) else { return nil }
        offset += digits.count
        return digits.reduce(0) { 10 * $0 + Int($1) - 48 }
    }

    mutating func skip(_ word: String) -> Bool {
        skipSpace()
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }
}

extension [UInt8] {
    /// Where a word begins for the first time from an offset on.
    func first(_ word: String, from start: Int) -> Int? {
        let word = Array(word.utf8)
        guard start >= 0, count - word.count >= start else { return nil }
        return (start...count - word.count).first { self[$0] == word[0] && self[$0...].starts(with: word) }
    }

    /// Where a word begins for the last time.
    func last(_ word: String) -> Int? {
        let word = Array(word.utf8)
        guard count >= word.count else { return nil }
        return (0...count - word.count).last { self[$0] == word[0] && self[$0...].starts(with: word) }
    }
}
