import CStrips
import Glibc

/// The appearance of Code 128 symbols through blurred lenses, and their correlation with windows of a profile.
struct SymbolTemplates: Sendable {
    /// Of the lenses, in modules.
    private static let sigmas = [0.25, 0.45, 0.65, 0.9]

    /// All symbols through one lens, in so many points.
    private struct Table {
        let values: [Float]
        let taps: Int

        init(sigma: Double, taps: Int = Int(STRIPS_TAPS)) {
            values = Code128Symbols.templates(sigma: sigma, taps: taps)
            self.taps = taps
        }
    }

    /// For finding boundaries: two points per module are enough to locate them, four for precision.
    private let coarse = Table(sigma: SymbolTemplates.sigmas[1], taps: Int(STRIPS_TAPS) / 2)
    private let usual = Table(sigma: SymbolTemplates.sigmas[1])
    private let all = SymbolTemplates.sigmas.map { Table(sigma: $0) }
    private let coarseStop = SymbolTemplates.stop(taps: 26)
    private let stop = SymbolTemplates.stop(taps: 52)

    init() {}

    /// The worth of a window as the likeliest character and as the likeliest start, through the usual lens.
    func likeliest(
        _ profile: [Float], from start: Double, width: Double, coarsely: Bool = false
    ) -> (character: Float, start: Float) {
        let table = coarsely ? coarse : usual
        var (character, first): (Float, Float) = (0, 0)
        unsafe strips_likeliest(
            profile, profile.count, Float(start), Float(width), table.values, table.taps, &character, &first)
        return (SymbolTemplates.worth(character), SymbolTemplates.worth(first))
    }

    /// The best correlations with every symbol through any of the lenses.
    func best(_ profile: [Float], from start: Double, width: Double) -> [Float] {
        var best = [Float](repeating: 0, count: Int(STRIPS_SYMBOLS))
        var r = best
        for table in all {
            unsafe strips_correlate(
                profile, profile.count, Float(start), Float(width), table.values, table.taps, &r)
            for value in best.indices { best[value] = max(best[value], r[value]) }
        }
        return best
    }

    /// How well the stop fits from a place on, a little wider or narrower than the last character: perspective goes on.
    /// - Parameter last: where the last character begins.
    func stop(_ profile: [Float], after last: Double, from start: Double, coarsely: Bool = false) -> Double {
        let usual = (start - last) * Double(Code128Symbols.stopModules) / Double(Code128Symbols.modules)
        let symbol = coarsely ? coarseStop : stop
        var best: Float = -1
        for part in stride(from: 0.8, through: 1.2, by: 0.05) {
            var r: Float = 0
            unsafe strips_correlate_one(
                profile, profile.count, Float(start), Float(usual * part), symbol, symbol.count, &r)
            best = max(best, r)
        }
        return Double(best)
    }

    private static func stop(taps: Int) -> [Float] {
        let lens = Code128Symbols.Lens(sigma: sigmas[1], modules: Code128Symbols.stopModules, taps: taps)
        return Code128Symbols.normalised(lens.profile(Code128Symbols.stop)).map { Float($0) }
    }

    /// How much a correlation counts for a symbol.
    static func worth(_ r: Float) -> Float {
        let r = max(r, 0)
        return -logf(1.03 - r * r)
    }
}
