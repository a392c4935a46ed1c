/// One attempt: which level of the pyramid, turned how far, every how manieth row.
package struct SearchStep: Hashable, Sendable {
    /// How often the picture is halved; 0 is the picture itself.
    package let level: Int
    /// How far it is turned, clockwise. Rows and columns are both read, so 0 ..< 90 covers every direction.
    package let degrees: Int
    /// Every how manieth row and column is read.
    package let density: Int

    package init(level: Int, degrees: Int = 0, density: Int) {
        self.level = level
        self.degrees = degrees
        self.density = density
    }

    /// Pixels that are visited, the measure of the time a step takes: zbar spends about 10 ns on each, a turn 3 ns.
    func effort(width: Int, height: Int) -> Int {
        let area = (width >> level) * (height >> level)
        // A turned picture is larger by its white corners, at most twice.
        return degrees == 0 ? 2 * area / density : 4 * area / density + area / 2
    }
}

/// Which attempts are made in which order: cheap and likely ones first.
package enum SearchPlan {
    /// Where the bars of a kit that fills a good part of the picture are two to five pixels wide.
    static let comfortable = 1000

    /// Moderate tilts first. Bars a quarter as high as the code is long stand 14° of tilt, so steps of 15° leave no gap.
    static let turns = [15, 75, 30, 60, 45]

    /// All attempts for a picture of that size.
    package static func steps(width: Int, height: Int) -> [SearchStep] {
        unique(quick(width: width, height: height) + thorough(width: width, height: height))
    }

    /// The attempts that find most codes, none of them dear.
    package static func quick(width: Int, height: Int) -> [SearchStep] {
        let base = baseLevel(longSide: max(width, height))
        var steps: [SearchStep] = [
            SearchStep(level: base, density: base == 0 ? 2 : 4),
            SearchStep(level: base + 1, density: 2),
            SearchStep(level: base - 1, density: 4),
            SearchStep(level: base - 2, density: 8),
        ]
        steps += turns.map { SearchStep(level: base, degrees: $0, density: 4) }
        steps += [SearchStep(level: base, density: 1)]
        steps += turns.map { SearchStep(level: base - 1, degrees: $0, density: 6) }
        steps += turns.map { SearchStep(level: base + 1, degrees: $0, density: 2) }
        return unique(steps.filter { $0.level >= 0 && max(width, height) >> $0.level >= smallest })
    }

    /// The attempts for small and faint codes, which take most of the time that a search without success takes.
    package static func thorough(width: Int, height: Int) -> [SearchStep] {
        let base = baseLevel(longSide: max(width, height))
        guard max(width, height) >= smallest else { return [] }
        // Every row at full size is what a plain reader does: nothing is missed that it would read.
        let straight = [SearchStep(level: 0, density: 4), SearchStep(level: 0, density: 1)]
        return unique(straight + turns.map { SearchStep(level: max(0, base - 2), degrees: $0, density: 8) })
    }

    /// Below this a level cannot hold the 211 modules of a kit's code.
    private static let smallest = 200

    /// The level whose long side is next to `comfortable`, by ratio.
    private static func baseLevel(longSide: Int) -> Int {
        var level = 0
        // 1.41 above or below are equally far.
        while (longSide >> level) * 100 > comfortable * 141 { level += 1 }
        return level
    }

    private static func unique(_ steps: [SearchStep]) -> [SearchStep] {
        steps.enumerated().filter { index, step in !steps[..<index].contains(step) }.map(\.element)
    }
}
