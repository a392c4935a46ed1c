package import FairKitCore

/// The barcode on a kit's label: Code 128 (ISO/IEC 15417), as `KitCode.code128Characters` says.
package struct Code128 {
    /// The widths of bars and spaces in modules, in turn, from the first bar to the last.
    package let widths: [Int]
    /// White modules on each side.
    static let quiet = 10

    package init(_ code: KitCode) {
        let text = Array(code.description.utf8)
        let (digits, end) = (Array(text[7..<17]), text[17...])
        var values = [104] + text[..<7].map { Int($0) - 32 } + [99]
        values += stride(from: 0, to: 10, by: 2).map { Int(digits[$0] - 48) * 10 + Int(digits[$0 + 1] - 48) }
        values += [100] + end.map { Int($0) - 32 }
        let check = values.enumerated().reduce(0) { $0 + max(1, $1.offset) * $1.element } % 103
        widths = (values + [check, 106]).flatMap { Self.symbols[$0] }
    }

    /// A drawing as wide as its place, whatever its height.
    func svg(_ name: String) -> HTML {
        var (place, path) = (Self.quiet, "")
        for (index, width) in widths.enumerated() {
            if index.isMultiple(of: 2) { path += "M\(place) 0h\(width)v1h-\(width)z" }
            place += width
        }
        return """
            <svg viewBox="0 0 \(place + Self.quiet) 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" \
            aria-label="\(name)"><path d="\(path)"/></svg>
            """
    }

    /// By value (table 1): 0 to 102 are characters, 103 to 105 begin a code, 106 ends it.
    private static let symbols: [[Int]] = """
        212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
        123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
        232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
        313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
        111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
        111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
        114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
        """.split(whereSeparator: \.isWhitespace).map { $0.compactMap(\.wholeNumberValue) }
}
