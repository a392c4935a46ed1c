/// Explains why straightened bars could not be read, so that a person can take a better photo.
struct BarAssessment {
    /// Least changes between dark and light in a code's profile: the shortest reported code has about forty, and blur
    /// removes the narrow ones.
    private static let leastChanges = 20
    /// Least part of the rows that agree with each other: text and texture do not.
    private static let leastAgreeing = 0.25
    /// The light of bars, as a part of that of spaces: wood and cardboard are paler.
    private static let leastContrast: Float = 0.75
    /// Pixels of a module below which nothing was read in made photos, and the blur (sigma, in modules) above which.
    private static let leastPixels = 1.4
    private static let mostBlur = 0.6

    let band: BarBand
    let aligned: AlignedStrip
    /// Modules of the expected code, if there is one.
    let modules: Int?

    /// - Parameters:
    ///   - width: of the picture that the band lies in, and its height.
    ///   - scale: how many pixels of the photo a pixel of that picture stands for.
    func verdict(width: Int, height: Int, scale: Int) -> FoundBars.Verdict {
        guard let ends = aligned.ends, looksLikeCode else { return .other }
        if reachesEdge(ends, width, height) { return .cutOff }
        guard let modules else { return .unclear }
        let part = (ends.last - ends.first) / Double(Strip.columns)
        if part * band.length * Double(scale) / Double(modules) < BarAssessment.leastPixels { return .small }
        let blur = edgeWidth(ends) * Double(modules) / (ends.last - ends.first)
        return blur > BarAssessment.mostBlur ? .blurred : .unclear
    }

    private var profile: [Float] { StripRows.contrasted(aligned.means[0]) }

    /// Whether enough changes between dark and light in rows that agree.
    var looksLikeCode: Bool {
        guard let ends = aligned.ends,
            Double(aligned.agreeing) >= BarAssessment.leastAgreeing * Double(aligned.strip.rows)
        else { return false }
        let levels = aligned.means[0][Int(ends.first)...min(Int(ends.last), Strip.width - 1)].sorted()
        guard levels[levels.count / 10] < BarAssessment.leastContrast * levels[levels.count * 9 / 10] else {
            return false
        }
        var changes = 0
        var isLight = true
        for value in profile[Int(ends.first)...min(Int(ends.last), Strip.width - 1)]
        where isLight ? value < 0.35 : value > 0.65 {
            isLight.toggle()
            changes += 1
        }
        return changes >= BarAssessment.leastChanges
    }

    private func reachesEdge(_ ends: (first: Double, last: Double), _ width: Int, _ height: Int) -> Bool {
        let corners = Strip.corners(of: band, ends: ends)
        // The quiet zone of a code is ten modules; without some of it nothing begins. Its sides may touch the edge.
        let room = max(4, Int(0.01 * band.length))
        return [[corners[0], corners[3]], [corners[1], corners[2]]].map(Point.middle).contains {
            $0.x < room || $0.y < room || $0.x >= width - room || $0.y >= height - room
        }
    }

    /// The sigma of a Gaussian that makes edges as soft as the profile's, in columns: the median over twelve parts of the bars.
    private func edgeWidth(_ ends: (first: Double, last: Double)) -> Double {
        let (first, last, row) = (Int(ends.first), min(Int(ends.last), Strip.width - 2), profile)
        let parts = 12
        var steepest: [Float] = []
        for part in 0..<parts {
            let (from, to) = (first + part * (last - first) / parts, first + (part + 1) * (last - first) / parts)
            var most: Float = 0
            for index in max(from, 1)..<max(to, 2) { most = max(most, abs(row[index + 1] - row[index - 1]) / 2) }
            steepest.append(most)
        }
        // The slope of a blurred step of one is 1 / (sigma · √(2π)).
        return 1 / (2.5066 * Double(max(steepest.sorted()[parts / 2], 0.001)))
    }
}
