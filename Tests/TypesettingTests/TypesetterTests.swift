import FairKitCore
import Testing
import Typesetting

/// Loads the fonts once for all tests.
private let hasFonts = Typesetter.prepare()

@Suite(.serialized) struct `The typesetter` {
    private func document(_ blocks: [PrintedDocument.Block], title: String = "Title") -> PrintedDocument {
        PrintedDocument(
            language: "en", title: title, issuer: "Issuer", blocks: blocks, footer: "Footer", createdAt: 0,
            producer: "FairKit")
    }

    private func drawn(_ request: DrawingRequest) throws -> Drawing? {
        let bytes = try #require(request.encoded())
        #expect(bytes.first == DrawingRequest.kind)
        let answer = try #require(Typesetter.answer(Array(bytes.dropFirst()), hasFonts: hasFonts))
        return Drawing(parsing: answer, to: request)
    }

    private func isFile(_ drawing: Drawing?) -> Bool { if case .file = drawing { true } else { false } }

    private func point(_ day: Int, _ value: Double, low: Double = 100, high: Double = 200) -> TrendChart.Point {
        TrendChart.Point(day: day, value: value, label: "\(value)", low: low, high: high, isAbnormal: value > high)
    }

    private func chart(_ points: [TrendChart.Point]) -> TrendChart {
        TrendChart(
            caption: "Caption", unit: "mg/dL", points: points, firstDay: "first", lastDay: "last", rangeLabel: "Range")
    }

    @Test func `finds its fonts`() { #expect(hasFonts) }

    @Test(arguments: [
        "", " ", "\n\n\n", "\u{0}\u{1}\u{7F}\u{85}", "\u{202E}override\u{2066}isolate", "\u{FFFE}\u{10FFFF}\u{E000}",
        "فاطمة الزهراء", "श्रीमती क्षत्रिय", "አበበ", "สวัสดีครับยินดี", "陳大文 😀👨‍👩‍👧", "\u{301}\u{301}\u{301}",
        "<b>&amp;</b> %s %n \\", "a\u{200D}\u{200C}\u{AD}\u{FEFF}b",
    ])
    func `draws any text`(text: String) throws {
        let table = PrintedDocument.Table(widths: [1, 0], titles: [text, text], rows: [[text, text], []])
        let blocks: [PrintedDocument.Block] = [
            .heading(text), .paragraph(text), .notice(text), .facts([.init(text, text)]), .table(table),
        ]
        #expect(isFile(try drawn(.pdf(document(blocks, title: text)))))
    }

    @Test func `draws a word of ten thousand letters, and one that is longer still`() throws {
        for count in [10_000, 50_000] {
            let word = String(repeating: "W", count: count)
            #expect(isFile(try drawn(.pdf(document([.paragraph(word), .facts([.init(word, word)])])))))
        }
    }

    @Test func `draws a row that is taller than a page`() throws {
        let table = PrintedDocument.Table(
            widths: [1, 1], titles: ["a", "b"], rows: [[String(repeating: "word ", count: 2000), "b"]])
        #expect(isFile(try drawn(.pdf(document([.table(table)])))))
    }

    @Test func `refuses a document of more pages than it draws`() throws {
        let paragraph = PrintedDocument.Block.paragraph(String(repeating: "word ", count: 1500))
        #expect(try drawn(.pdf(document(Array(repeating: paragraph, count: 200)))) == .impossible)
    }

    @Test func `draws charts of any numbers`() throws {
        let charts = [
            [], [point(0, 0, low: 0, high: 0)], [point(1, 150)], [point(1, 150), point(1, 160)],
            [point(-700_000, 999_999.999), point(2_900_000, 0.001, low: 0.001, high: 999_999)],
            (0..<200).map { point($0, Double($0 * 7 % 900)) },
        ]
        for points in charts {
            #expect(isFile(try drawn(.svg(chart(points), language: "en"))))
            #expect(isFile(try drawn(.png(chart(points), language: "en", width: 300))))
            #expect(isFile(try drawn(.pdf(document([.chart(chart(points))])))))
        }
    }

    @Test func `joins no level that is not verified`() throws {
        func svg(_ isHollow: Bool) throws -> String {
            let middle = TrendChart.Point(
                day: 2, value: 180, label: "180", low: 100, high: 200, isAbnormal: false, isHollow: isHollow)
            guard
                case .file(let bytes) = try drawn(.svg(chart([point(1, 150), middle, point(3, 160)]), language: "en"))
            else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        func corners(_ svg: String) -> Int? {
            svg.split(separator: "\n").first { $0.contains("stroke-width:1.6;") }?.split(separator: "L").count
        }
        #expect(try (corners(svg(false)), corners(svg(true))) == (3, 2))
    }

    @Test func `lets no number of a chart cover another`() {
        let marks: [(x: Double, y: Double)] = [(100, 90), (100, 92), (100, 92), (104, 60), (20, 90), (380, 90)]
        var labels = ChartLabels(around: marks, within: 20...380, from: 0, to: 200)
        let corners = marks.map { labels.place(width: 30, height: 12, beside: $0) }
        for (index, one) in corners.enumerated() {
            #expect(one.x >= 20 && one.x + 30 <= 380 && one.y >= 0 && one.y + 12 <= 200)
            for other in corners.dropFirst(index + 1) {
                #expect(abs(one.x - other.x) >= 30 || abs(one.y - other.y) >= 12)
            }
            for mark in marks {
                let isCovered = one.x < mark.x && mark.x < one.x + 30 && one.y < mark.y && mark.y < one.y + 12
                #expect(!isCovered)
            }
        }
    }

    @Test func `keeps a picture within its limits`() throws {
        for width in [Int.min, -1, 0, 1_000_000, Int.max] {
            #expect(isFile(try drawn(.png(chart([point(1, 150)]), language: "en", width: width))))
        }
    }

    @Test func `draws the same bytes for the same document`() throws {
        let request = DrawingRequest.pdf(document([.paragraph("Text"), .chart(chart([point(1, 150)]))]))
        #expect(try drawn(request) == drawn(request))
    }

    @Test func `says that it has no fonts instead of drawing without`() throws {
        let bytes = try #require(DrawingRequest.pdf(document([])).encoded())
        #expect(Typesetter.answer(Array(bytes.dropFirst()), hasFonts: false) == Drawing.noFonts.encoded)
    }

    @Test(arguments: ["", "{}", "[1]", #"{"pdf":{}}"#, "\u{3}"])
    func `answers no bytes that are not a request`(text: String) {
        #expect(Typesetter.answer(Array(text.utf8), hasFonts: hasFonts) == nil)
    }

    /// A worker that was taken over could send anything.
    @Test(arguments: [[], [0], [9], [1, 1], [0, 0x3C, 0x68], [0] + Array(repeating: 0x20, count: 200)] as [[UInt8]])
    func `has its answers checked`(bytes: [UInt8]) {
        #expect(Drawing(parsing: bytes, to: .pdf(document([]))) == nil)
    }
}
