/// Reads bands of bars: cut out and straightened, by zbar row by row, and if that fails by matching the expected
/// layout.
package struct StripScanner: ~Copyable {
    private var scanner: Code128Scanner
    private let verifier: Code128Verifier
    private let matcher = LayoutMatcher()

    package init() throws(Code128Scanner.Unavailable) {
        let scanner = try Code128Scanner()
        let verifier = try Code128Verifier()
        self.scanner = scanner
        self.verifier = verifier
    }

    /// Most parts of a band that are examined.
    private static let parts = 3

    /// Reads a band, each run of similar rows separately.
    ///
    /// - Parameters:
    ///   - band: in pixels of the pyramid's first level.
    ///   - layout: the layout to match if zbar fails; nil: none.
    ///   - isThorough: whether all rows of bars at the picture's edge are examined if some do not suffice.
    ///   - scale: how many pixels of the photo one of those stands for; the verdict on unread bars depends on it.
    /// - Returns: the codes, with corners in the band's pixels, and the bars of each part.
    mutating func read(
        _ band: BarBand, of pyramid: inout Pyramid, layout: CodeLayout?, isThorough: Bool = true, scale: Int = 1,
        _ stopwatch: inout Stopwatch
    ) -> (symbols: [Symbol], bars: [FoundBars]) {
        guard isGlimpsed(band, of: &pyramid) else {
            stopwatch.lap(.straighten)
            return ([], [FoundBars(corners: Strip.corners(of: band, ends: nil), verdict: .other)])
        }
        let quick = read(band, of: &pyramid, rows: .some, layout: nil, scale: scale, &stopwatch)
        let done: Set<FoundBars.Verdict> = isThorough ? [.read, .other] : [.read, .other, .cutOff]
        if !quick.bars.isEmpty, quick.bars.allSatisfy({ done.contains($0.verdict) }) { return quick }
        let thorough = read(band, of: &pyramid, rows: .all, layout: layout, scale: scale, &stopwatch)
        return (quick.symbols + thorough.symbols, thorough.bars)
    }

    private mutating func read(
        _ band: BarBand, of pyramid: inout Pyramid, rows: Strip.Rows, layout: CodeLayout?, scale: Int,
        _ stopwatch: inout Stopwatch
    ) -> (symbols: [Symbol], bars: [FoundBars]) {
        var (symbols, bars): ([Symbol], [FoundBars]) = ([], [])
        let strip = Strip(cutting: band, from: &pyramid, rows: rows)
        for run in strip.runs().prefix(StripScanner.parts) {
            var (part, cut) = (band, strip)
            if 12 * run.count < 11 * strip.rows {
                part = strip.part(of: band, rows: run)
                cut = Strip(cutting: part, from: &pyramid, rows: rows)
            }
            var aligned = AlignedStrip(cut)
            // A band is longer or shorter than the code, because of what touches its ends.
            for _ in 0..<2 {
                guard let ends = aligned.ends, let better = Strip.fitted(part, to: ends) else { break }
                part = better
                cut = Strip(cutting: part, from: &pyramid, rows: rows)
                aligned = AlignedStrip(cut)
            }
            stopwatch.lap(.straighten)
            let assessment = BarAssessment(band: part, aligned: aligned, modules: layout?.modules)
            let seen = read(cut, aligned, part, layout: assessment.looksLikeCode ? layout : nil, &stopwatch)
            symbols += seen
            let picture = pyramid.level(0)
            bars.append(
                FoundBars(
                    corners: Strip.corners(of: part, ends: aligned.ends),
                    verdict: seen.contains { $0.sightings >= 2 }
                        ? .read : assessment.verdict(width: picture.width, height: picture.height, scale: scale)))
        }
        return (symbols, bars)
    }

    /// Whether a few rows of a band look like those of a code: in its middle, or, if there are two codes with text between
    /// them, above or below.
    private func isGlimpsed(_ band: BarBand, of pyramid: inout Pyramid) -> Bool {
        for side in [0, -0.5, 0.5] {
            let aligned = AlignedStrip(Strip(cutting: band, from: &pyramid, rows: .few(around: side)))
            if BarAssessment(band: band, aligned: aligned, modules: nil).looksLikeCode { return true }
        }
        return false
    }

    private mutating func read(
        _ strip: Strip, _ aligned: AlignedStrip, _ band: BarBand, layout: CodeLayout?, _ stopwatch: inout Stopwatch
    ) -> [Symbol] {
        // As cut and as aligned, rows are nearly the same: a misread row would be misread twice. Rows and means are two
        // looks.
        let rows = joined(
            scan(StripRows.thirds(strip)), scan(StripRows.thirds(aligned.strip).map(StripRows.steep)), max)
        let whole = scan(aligned.means.map { StripRows.steep(StripRows.contrasted($0)) })
        let seen = joined(rows, whole, +).map { text, seen in
            Symbol(
                text: text, corners: Strip.corners(of: band, ends: seen.ends ?? aligned.ends), sightings: seen.rows,
                reader: .strip)
        }
        stopwatch.lap(.scan)
        guard let layout, band.mayHold(layout), let ends = aligned.ends,
            !seen.contains(where: { $0.sightings >= 2 || $0.text.utf8.count == layout.length })
        else { return seen }
        defer { stopwatch.lap(.match) }
        for mean in aligned.means.prefix(3) {
            if let match = matcher.read(mean, characters: layout.characters, from: ends.first, to: ends.last),
                let text = verifier.text(of: match.values), text.utf8.count == layout.length
            {
                // Its limits stand for a second row.
                let corners = Strip.corners(of: band, ends: ends)
                return seen + [
                    Symbol(
                        text: text, corners: corners, sightings: 2, reader: .match,
                        confidence: Int(100 * match.correlation))
                ]
            }
        }
        return seen
    }

    /// In how many rows a text was seen, and between which columns, if that is known.
    private typealias Sightings = [String: (rows: Int, ends: (first: Double, last: Double)?)]

    private mutating func scan(_ rows: [[Float]]) -> Sightings {
        let pixels = rows.flatMap { $0.map { UInt8(min(max($0, 0), 1) * 255) } }
        guard let luma = Luma(width: Strip.width, height: rows.count, pixels: pixels) else { return [:] }
        var sightings: Sightings = [:]
        for symbol in scanner.scan(luma, columnDensity: 0) {
            let columns = symbol.corners.map { Double($0.x) }
            let (first, last) = (columns.min() ?? 0, columns.max() ?? 0)
            sightings[symbol.text] = (symbol.sightings, first < last ? (first, last) : nil)
        }
        return sightings
    }

    private func joined(_ one: Sightings, _ other: Sightings, _ count: (Int, Int) -> Int) -> Sightings {
        one.merging(other) { (count($0.rows, $1.rows), $0.ends ?? $1.ends) }
    }
}

/// A strip with aligned rows, and the values derived from it.
struct AlignedStrip {
    let strip: Strip
    /// Where the bars begin and end, in columns; nil if there are none.
    let ends: (first: Double, last: Double)?
    /// The mean of the rows that agree, and of parts of them.
    let means: [[Float]]
    /// How many rows agree.
    let agreeing: Int

    init(_ cut: Strip) {
        strip = StripAligner.aligned(cut)
        let rows = StripAligner.agreeing(strip)
        let whole = strip.mean(of: rows)
        var means = [whole]
        for parts in [2, 3] where rows.count >= 3 * parts {
            for part in 0..<parts {
                means.append(strip.mean(of: rows[(part * rows.count / parts)..<((part + 1) * rows.count / parts)]))
            }
        }
        self.means = means
        agreeing = rows.count
        ends = StripRows.ends(of: whole)
    }
}
