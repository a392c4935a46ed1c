import struct FairKitCore.PrintedDocument
import struct FairKitCore.TrendChart

/// Sets a document on pages of A4: blocks follow each other, and break between lines and rows.
struct PageFlow {
    /// In points.
    private static let page = (width: 595.28, height: 841.89)
    private static let margin = (side: 56.0, top: 54.0, bottom: 64.0)
    private static let labelWidth = 150.0
    /// A longer document is refused.
    private static let mostPages = 200

    private let document: PrintedDocument

    init(_ document: PrintedDocument) { self.document = document }

    private var width: Double { PageFlow.page.width - 2 * PageFlow.margin.side }

    /// The PDF, with its text tagged; nil if it is too long.
    func pdf() -> [UInt8]? {
        // The first pass counts the pages, which each of them names.
        guard let count = drawn(pages: nil)?.pages else { return nil }
        return drawn(pages: count)?.file
    }

    private func drawn(pages: Int?) -> (pages: Int, file: [UInt8]?)? {
        let canvas = Canvas(.pdf, width: PageFlow.page.width, height: PageFlow.page.height)
        var pen = Pen(y: PageFlow.margin.top, page: 1, pages: pages)
        canvas.begin("Document")
        let issuer = text(document.issuer, .label, on: canvas)
        canvas.tagged("P") { issuer.draw(x: PageFlow.margin.side, y: pen.y, on: canvas) }
        pen.y += issuer.height + 2
        let title = text(document.title, .title, on: canvas)
        canvas.tagged("H1") { title.draw(x: PageFlow.margin.side, y: pen.y, on: canvas) }
        pen.y += title.height + 12
        for (index, block) in document.blocks.enumerated() {
            let next = index + 1 < document.blocks.count ? document.blocks[index + 1] : nil
            draw(block, before: next, with: &pen, on: canvas)
            guard pen.page <= PageFlow.mostPages else { return nil }
        }
        end(pen, on: canvas)
        canvas.end("Document")
        return (pen.page, canvas.finished())
    }

    /// Where the next line goes.
    private struct Pen {
        var y: Double
        var page: Int
        let pages: Int?
    }

    private func draw(
        _ block: PrintedDocument.Block, before next: PrintedDocument.Block?, with pen: inout Pen,
        on canvas: borrowing Canvas
    ) {
        let side = PageFlow.margin.side
        switch block {
        case .heading(let words):
            let block = text(words, .heading, on: canvas)
            // A heading never stands alone at the foot of a page.
            pen.y += 10
            makeRoom(block.height + 4 + (next.map { beginning(of: $0, on: canvas) } ?? 0), &pen, on: canvas)
            canvas.tagged("H2") { block.draw(x: side, y: pen.y, on: canvas) }
            pen.y += block.height + 4
        case .paragraph(let words):
            flow(text(words, .body, on: canvas), tag: "P", x: side, &pen, on: canvas)
            pen.y += 6
        case .notice(let words):
            let block = text(words, .strong, width: width - 14, on: canvas)
            makeRoom(min(block.height, 200), &pen, on: canvas)
            let top = pen.y
            let page = pen.page
            flow(block, tag: "P", x: side + 14, &pen, on: canvas)
            if page == pen.page {
                canvas.fill(x: side, y: top, width: 4, height: max(pen.y - top, 4), .warning)
            }
            pen.y += 8
        case .facts(let facts):
            makeRoom(beginning(of: block, on: canvas), &pen, on: canvas)
            for fact in facts { draw(fact, &pen, on: canvas) }
            pen.y += 6
        case .table(let table):
            draw(table, &pen, on: canvas)
            pen.y += 8
        case .chart(let chart):
            let caption = text(chart.caption, .label, on: canvas)
            makeRoom(beginning(of: block, on: canvas), &pen, on: canvas)
            canvas.tagged("Figure") {
                ChartDrawing(chart, language: document.language).draw(x: side, y: pen.y, width: width, on: canvas)
            }
            pen.y += ChartDrawing.height + 2
            canvas.tagged("Caption") { caption.draw(x: side, y: pen.y, on: canvas) }
            pen.y += caption.height + 8
        }
    }

    /// How much of a block stands together on a page: a chart, and facts unless they are many.
    private func beginning(of block: PrintedDocument.Block, on canvas: borrowing Canvas) -> Double {
        switch block {
        case .heading, .paragraph, .notice, .table: 60
        case .facts(let facts):
            min(facts.reduce(0) { $0 + height(of: $1, on: canvas) + 2 }, 200)
        case .chart(let chart):
            ChartDrawing.height + text(chart.caption, .label, on: canvas).height + 8
        }
    }

    private func height(of fact: PrintedDocument.Fact, on canvas: borrowing Canvas) -> Double {
        let labelWidth = PageFlow.labelWidth
        return max(
            text(fact.label, .label, width: labelWidth - 8, on: canvas).height,
            text(fact.value, .body, width: width - labelWidth, on: canvas).height)
    }

    private func draw(_ fact: PrintedDocument.Fact, _ pen: inout Pen, on canvas: borrowing Canvas) {
        let (side, labelWidth) = (PageFlow.margin.side, PageFlow.labelWidth)
        let label = text(fact.label, .label, width: labelWidth - 8, on: canvas)
        let value = text(fact.value, .body, width: width - labelWidth, on: canvas)
        makeRoom(max(label.height, min(value.height, 200)), &pen, on: canvas)
        let top = pen.y
        let page = pen.page
        canvas.tagged("P") { label.draw(x: side, y: pen.y, on: canvas) }
        flow(value, tag: "P", x: side + labelWidth, &pen, on: canvas)
        if page == pen.page { pen.y = max(pen.y, top + label.height) }
        pen.y += 2
    }

    private func draw(_ table: PrintedDocument.Table, _ pen: inout Pen, on canvas: borrowing Canvas) {
        let whole = max(table.widths.reduce(0, +), 0.001)
        let widths = table.widths.map { max($0 / whole * width, 12) }
        drawRow(table.titles, widths, isTitle: true, &pen, on: canvas)
        for row in table.rows {
            let page = pen.page
            let height = rowHeight(row, widths, isTitle: false, on: canvas)
            makeRoom(min(height, 400), &pen, on: canvas)
            // The titles stand on each page.
            if page != pen.page { drawRow(table.titles, widths, isTitle: true, &pen, on: canvas) }
            drawRow(row, widths, isTitle: false, &pen, on: canvas)
        }
    }

    private func cell(
        _ words: String, _ width: Double, isTitle: Bool, on canvas: borrowing Canvas
    ) -> TextBlock {
        text(words, isTitle ? .small : .cell, width: width - 8, on: canvas)
    }

    private func rowHeight(_ row: [String], _ widths: [Double], isTitle: Bool, on canvas: borrowing Canvas) -> Double {
        zip(row, widths).reduce(0) { max($0, cell($1.0, $1.1, isTitle: isTitle, on: canvas).height) } + 6
    }

    /// Draws one row. A cell that is longer than the page is cut at its foot: no cell of ours is.
    private func drawRow(
        _ row: [String], _ widths: [Double], isTitle: Bool, _ pen: inout Pen, on canvas: borrowing Canvas
    ) {
        if isTitle { makeRoom(60, &pen, on: canvas) }
        let top = pen.y
        var x = PageFlow.margin.side
        canvas.tagged("P") {
            for (words, width) in zip(row, widths) {
                let block = cell(words, width, isTitle: isTitle, on: canvas)
                let most = max(Int((foot - top) / block.lineHeight), 1)
                block.draw(0..<min(block.lineCount, most), x: x, y: top + 2, on: canvas)
                x += width
            }
        }
        pen.y = min(top + rowHeight(row, widths, isTitle: isTitle, on: canvas), foot)
        let side = PageFlow.margin.side
        canvas.line([(side, pen.y - 1), (side + self.width, pen.y - 1)], width: isTitle ? 0.8 : 0.4, .line)
    }

    /// Draws a text, over as many pages as it needs.
    private func flow(
        _ block: borrowing TextBlock, tag: String, x: Double, _ pen: inout Pen, on canvas: borrowing Canvas
    ) {
        var next = 0
        while next < block.lineCount, pen.page <= PageFlow.mostPages {
            let fits = Int((foot - pen.y) / block.lineHeight)
            guard fits > 0 else {
                turn(&pen, on: canvas)
                continue
            }
            let lines = next..<min(next + fits, block.lineCount)
            canvas.tagged(tag) { block.draw(lines, x: x, y: pen.y, on: canvas) }
            pen.y += Double(lines.count) * block.lineHeight
            next = lines.upperBound
        }
    }

    private var foot: Double { PageFlow.page.height - PageFlow.margin.bottom }

    private func makeRoom(_ height: Double, _ pen: inout Pen, on canvas: borrowing Canvas) {
        if pen.y + height > foot, pen.y > PageFlow.margin.top { turn(&pen, on: canvas) }
    }

    private func turn(_ pen: inout Pen, on canvas: borrowing Canvas) {
        end(pen, on: canvas)
        canvas.endPage()
        pen.page += 1
        pen.y = PageFlow.margin.top
    }

    /// The foot of a page.
    private func end(_ pen: Pen, on canvas: borrowing Canvas) {
        let y = PageFlow.page.height - 44
        let side = PageFlow.margin.side
        canvas.line([(side, y - 6), (side + width, y - 6)], width: 0.4, .line)
        let number = text("\(pen.page) / \(pen.pages ?? pen.page)", .small, width: 60, on: canvas)
        let footer = text(document.footer, .small, width: width - 60, on: canvas)
        canvas.tagged("P") {
            footer.draw(0..<min(footer.lineCount, 3), x: side, y: y, on: canvas)
            number.draw(x: side + width - number.width, y: y, on: canvas)
        }
    }

    private func text(
        _ words: String, _ style: TextStyle, width: Double? = nil, on canvas: borrowing Canvas
    ) -> TextBlock {
        TextBlock(words, style, width: width ?? self.width, language: document.language, on: canvas)
    }
}
