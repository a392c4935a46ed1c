import Glibc

/// Reads the Code 128 symbols of one grey picture after another.
package struct PictureReader: ~Copyable {
    private var scanner: Code128Scanner
    private var strips: StripScanner

    /// Where the bars of a kit that fills a good part of the picture are two to five pixels wide.
    private static let comfortable = 1000

    /// Below this a level can't hold the modules of a code in cells of eight pixels.
    private static let smallest = 600

    /// Pixels of a module below which some bands are not found.
    private static let leastModule = 0.7

    /// Time reserved after the bands: in a busy picture only the rows may be readable.
    private static let timeForRows = Duration.milliseconds(30)

    package init() throws(Code128Scanner.Unavailable) {
        let scanner = try Code128Scanner()
        let strips = try StripScanner()
        self.scanner = scanner
        self.strips = strips
    }

    /// Reads every band of bars that is found at half size, cut out and straightened. Then those at full size, unless
    /// the search is satisfied, nothing else looks like a code, and the codes were not so small that others may be
    /// missed. Last, if that was not enough, the picture's own rows and columns.
    ///
    /// The round that satisfies the search is finished, so that codes beside each other are found together.
    /// - Parameters:
    ///   - scale: how many pixels of the reported picture one pixel of the pyramid stands for, each way.
    ///   - layout: the layout of the expected code, to match soft bars with; nil: none.
    ///   - isSecondLook: the same picture was read at half size before, so only full size is left.
    package mutating func read(
        _ pyramid: inout Pyramid, scale: Int = 1, layout: CodeLayout? = nil, isSecondLook: Bool = false,
        in search: inout Search
    ) {
        let levels = pyramid.longSide >= PictureReader.smallest && !isSecondLook ? [1, 0] : [0]
        let reserve = isSecondLook ? .zero : PictureReader.timeForRows
        readBands(&pyramid, levels, leaving: reserve, scale: scale, layout: layout, in: &search)
        if !isSecondLook, !search.isSatisfied { readRows(&pyramid, scale: scale, in: &search) }
    }

    private mutating func readBands(
        _ pyramid: inout Pyramid, _ levels: [Int], leaving reserve: Duration, scale: Int, layout: CodeLayout?,
        in search: inout Search
    ) {
        var others: [BarBand] = []
        for level in levels {
            guard search.allows(reserve) else { return }
            if level != levels[0], search.isComplete,
                !mayHaveFellows(search.findings.symbols, layout: layout, scale: scale << levels[0])
            {
                return
            }
            let limit = level == 1 ? PictureReader.bandsAtHalf : PictureReader.bandsAtFull
            let found = BarLocator.hypotheses(in: pyramid.level(level), limit: limit)
            search.stopwatch.lap(.find)
            var looked = others
            for hypotheses in found.map({ $0.map { $0.scaled(by: Double(1 << level)) } }) {
                guard search.allows(reserve) else { return }
                // A satisfied search still looks for another kit, but not for other codes and text.
                if search.isSatisfied, let layout, hypotheses[0].length < Double(layout.modules) { continue }
                guard !looked.contains(where: { $0.isLike(hypotheses[0]) }) else { continue }
                looked += hypotheses
                // Bars that look like a code get another chance where they are found again, slightly differently.
                if !look(at: hypotheses, of: &pyramid, scale: scale, layout: layout, in: &search) {
                    others += hypotheses
                }
            }
        }
    }

    /// Whether codes were found at a size at which similar ones are missed.
    ///
    /// - Parameter scale: how many pixels of the photo one pixel stands for where they were found.
    private func mayHaveFellows(_ symbols: [Symbol], layout: CodeLayout?, scale: Int) -> Bool {
        guard let layout else { return false }
        let least = Double(layout.modules * scale) * PictureReader.leastModule
        return symbols.contains { symbol in
            let sides = zip(symbol.corners, symbol.corners.dropFirst()).map {
                hypot(Double($0.x - $1.x), Double($0.y - $1.y))
            }
            return symbol.text.utf8.count == layout.length && sides.allSatisfy { $0 < least }
        }
    }

    /// Reads a band in all its views: until a code is read, or as long as there may be a second one beside it.
    ///
    /// - Returns: false if it does not look like a code.
    private mutating func look(
        at hypotheses: [BarBand], of pyramid: inout Pyramid, scale: Int, layout: CodeLayout?, in search: inout Search
    ) -> Bool {
        guard !search.knows(hypotheses[0].scaled(by: Double(scale))) else { return true }
        for band in hypotheses {
            guard search.allows(.zero) else { return true }
            // A search that has found one kit looks for others, but not for halves.
            let seen = strips.read(
                band, of: &pyramid, layout: layout, isThorough: !search.isSatisfied, scale: scale, &search.stopwatch)
            let place = { (corners: [Point]) in corners.map { Point(x: $0.x * scale, y: $0.y * scale) } }
            search.add(seen.symbols.map { $0.moved(place) })
            for bars in seen.bars { search.add(bars.moved(place)) }
            if seen.bars.allSatisfy({ $0.verdict == .other }) { return false }
            if !band.mayBeTwo, seen.bars.contains(where: { $0.verdict == .read }) { return true }
        }
        return true
    }

    /// Most bands that are examined; the remaining time limits them, too.
    private static let bandsAtHalf = 10
    private static let bandsAtFull = 12

    private mutating func readRows(_ pyramid: inout Pyramid, scale: Int, in search: inout Search) {
        guard search.allows(.zero) else { return }
        let level = PictureReader.comfortableLevel(pyramid.longSide)
        let picture = pyramid.level(level)
        search.stopwatch.lap(.find)
        let seen = scanner.scan(picture, density: level == 0 ? 2 : 6)
        search.add(
            seen.map { $0.moved { $0.map { Point(x: $0.x * scale << level, y: $0.y * scale << level) } } })
        search.stopwatch.lap(.scan)
    }

    /// Reads a picture alone.
    package mutating func read(
        _ luma: Luma, budget: TimeBudget, layout: CodeLayout? = nil, until enough: @escaping ([Symbol]) -> Bool
    ) -> [Symbol] {
        var search = Search(budget: budget, until: enough)
        var pyramid = Pyramid(luma)
        read(&pyramid, layout: layout, in: &search)
        return search.findings.symbols
    }

    /// The level whose long side is next to `comfortable`, by ratio: 1.41 above or below are equally far.
    private static func comfortableLevel(_ longSide: Int) -> Int {
        var level = 0
        while (longSide >> level) * 100 > comfortable * 141 { level += 1 }
        return level
    }
}
