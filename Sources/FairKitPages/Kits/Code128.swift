package import FairKitCore

import enum BarcodeReader.Code128Symbols

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
        widths = (values + [check, 106]).flatMap { Code128Symbols.widths[$0] }
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
}
