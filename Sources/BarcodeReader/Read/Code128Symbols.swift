import CStrips
import Glibc

/// The symbols of Code 128 (ISO/IEC 15417, table 1): the widths of their bars and spaces in modules, by their values.
enum Code128Symbols {
    /// Values 0 to 102 are characters, 103 to 105 begin a code in set A, B or C, 106 ends it.
    static let widths: [[Int]] = """
        212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
        123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
        232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
        313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
        111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
        111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
        114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
        """.split(whereSeparator: \.isWhitespace).map { $0.compactMap(\.wholeNumberValue) }

    static let starts = 103...105
    static let stop = 106
    /// Modules of a character, and of the end.
    static let modules = 11
    static let stopModules = 13

    /// A lens, and the places where a symbol is sampled behind it.
    struct Lens {
        /// For each tap, how much of its light comes from the left of each module's begin.
        private let left: [[Double]]

        /// - Parameters:
        ///   - sigma: of the blur, in modules.
        ///   - modules: of the symbol that is looked at in `taps` samples.
        init(sigma: Double, modules: Int, taps: Int) {
            left = (0..<taps).map { tap in
                let x = (Double(tap) + 0.5) * Double(modules) / Double(taps)
                return (0...modules).map { 0.5 * erfc((x - Double($0)) / (sigma * 2.0.squareRoot())) }
            }
        }

        /// How a symbol looks: white (1) and black (0), blurred, between a space before and what follows: a bar, and white
        /// behind the stop.
        func profile(_ value: Int) -> [Double] {
            let widths = Code128Symbols.widths[value]
            return left.map { left in
                // The share of light that comes from the symbol's spaces and from the space before it.
                var light = left[0]
                var edge = 0
                for (index, width) in widths.enumerated() {
                    if !index.isMultiple(of: 2) { light += left[edge + width] - left[edge] }
                    edge += width
                }
                // The stop ends with a bar, and white follows.
                if !widths.count.isMultiple(of: 2) { light += 1 - left[edge] }
                return light
            }
        }
    }

    /// A profile without its mean and of length one.
    static func normalised(_ profile: [Double]) -> [Double] {
        let mean = profile.reduce(0, +) / Double(profile.count)
        let length = profile.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        return profile.map { ($0 - mean) / max(length, 1e-12) }
    }

    /// All characters and starts as `strips_correlate` takes them.
    static func templates(sigma: Double, taps: Int) -> [Float] {
        let (symbols, lens) = (Int(STRIPS_SYMBOLS), Lens(sigma: sigma, modules: modules, taps: taps))
        var templates = [Float](repeating: 0, count: symbols * taps)
        for value in 0..<106 {
            for (tap, level) in normalised(lens.profile(value)).enumerated() {
                templates[tap * symbols + value] = Float(level)
            }
        }
        return templates
    }
}
