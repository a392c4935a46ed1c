import CStrips
import Glibc

/// How the symbols of Code 128 look through soft lenses, and how a window of a profile compares with them.
struct SymbolTemplates: Sendable {
    /// Of the lenses, in modules.
    private static let sigmas = [0.25, 0.45, 0.65, 0.9]
    private static let stopTaps = 52

    /// The one that boundaries are sought with.
    private let usual: [Float]
    private let all: [[Float]]
    private let stop: [Float]

    init() {
        all = SymbolTemplates.sigmas.map { Code128Symbols.templates(sigma: $0) }
        usual = all[1]
        stop = Code128Symbols.normalised(
            Code128Symbols.profile(
                Code128Symbols.stop, sigma: SymbolTemplates.sigmas[1], taps: SymbolTemplates.stopTaps)
        ).map { Float($0) }
    }

    /// Room for the correlations with all symbols.
    static var room: [Float] { [Float](repeating: 0, count: Int(STRIPS_SYMBOLS)) }

    /// The correlations of a window with every symbol through the usual lens.
    func compare(_ profile: [Float], from start: Double, width: Double, into r: inout [Float]) {
        unsafe strips_correlate(profile, profile.count, Float(start), Float(width), usual, &r)
    }

    /// The best correlations with every symbol through any of the lenses.
    func best(_ profile: [Float], from start: Double, width: Double) -> [Float] {
        var (best, r) = (SymbolTemplates.room, SymbolTemplates.room)
        for templates in all {
            unsafe strips_correlate(profile, profile.count, Float(start), Float(width), templates, &r)
            for value in best.indices { best[value] = max(best[value], r[value]) }
        }
        return best
    }

    /// How well the stop fits from a place on, a little wider or narrower than the last character: perspective goes on.
    /// - Parameter last: where the last character begins.
    func stop(_ profile: [Float], after last: Double, from start: Double) -> Double {
        let usual = (start - last) * Double(Code128Symbols.stopModules) / Double(Code128Symbols.modules)
        var best: Float = -1
        for part in stride(from: 0.8, through: 1.2, by: 0.05) {
            var r: Float = 0
            unsafe strips_correlate_one(
                profile, profile.count, Float(start), Float(usual * part), stop, SymbolTemplates.stopTaps, &r)
            best = max(best, r)
        }
        return Double(best)
    }

    /// How much a correlation speaks for a symbol.
    static func worth(_ r: Float) -> Float {
        let r = max(r, 0)
        return -logf(1.03 - r * r)
    }
}
