import BarcodeReader
import FairKitCore
import FairKitRuntime
import FoundationEssentials

/// The findings of a search, drawn into a grey copy of the photo. The copy comes from the worker: nothing is decoded here.
struct ScanDrawing {
    let picture: ScanReport.Picture
    let times: StepTimes
    let milliseconds: Int

    /// A Scalable Vector Graphic (W3C SVG 1.1) in the photo's own pixels, with the copy inside it.
    var svg: String {
        let (width, height) = (picture.width, picture.height)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            viewBox="0 0 \(width) \(height + 4 * unit)" width="\(width)" height="\(height + 4 * unit)" \
            font-family="sans-serif" font-size="\(unit)">
            <rect width="100%" height="100%" fill="#fff"/>
            \(copy)
            \(picture.bars.filter { $0.verdict != .read }.map(bars).joined(separator: "\n"))
            \(picture.certain.enumerated().map { symbol($1, below: $0 % 2 == 1) }.joined(separator: "\n"))
            \(caption)
            </svg>

            """
    }

    /// The height of letters, in the photo's pixels.
    private var unit: Int { max(12, max(picture.width, picture.height) / 60) }

    private var copy: String {
        guard let jpeg = picture.copy?.jpeg else { return "" }
        return #"<image width="\#(picture.width)" height="\#(picture.height)" preserveAspectRatio="none" "#
            + #"xlink:href="data:image/jpeg;base64,\#(Data(jpeg).base64EncodedString())"/>"#
    }

    private func symbol(_ symbol: Symbol, below: Bool) -> String {
        let label = "\(symbol.text) · \(symbol.reader.name) · \(symbol.confidence) %"
        return outline(symbol.corners, colour: "#0a7d32", label, thick: true, below: below)
    }

    private func bars(_ bars: FoundBars) -> String {
        let (colour, label) =
            switch bars.verdict {
            case .read: ("#0a7d32", "read")
            case .cutOff: ("#b00020", "bars: over the edge")
            case .small: ("#b00020", "bars: too small")
            case .blurred: ("#b00020", "bars: too blurred")
            case .unclear: ("#b00020", "bars: not read")
            case .other: ("#6b7280", "no code")
            }
        return outline(bars.corners, colour: colour, label, thick: false)
    }

    /// - Parameter below: whether the label stands under the outline, because another label stands above it.
    private func outline(
        _ corners: [Point], colour: String, _ label: String, thick: Bool, below: Bool = false
    ) -> String {
        let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        let (x, y) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
        // Inside the picture, also where the outline begins at its upper edge; white behind, so that it can be read.
        let line = below ? (corners.map(\.y).max() ?? 0) + 3 * unit / 2 : max(y - unit / 2, unit)
        let text = #"x="\#(x)" y="\#(line)" stroke-linejoin="round""#
        return """
            <polygon points="\(points)" fill="none" stroke="\(colour)" stroke-width="\(max(2, unit / (thick ? 4 : 8)))"/>
            <text \(text) fill="#fff" stroke="#fff" stroke-width="\(max(2, unit / 4))">\(escaped(label))</text>
            <text \(text) fill="\(colour)">\(escaped(label))</text>
            """
    }

    /// The outcome and the time of each step, below the picture.
    private var caption: String {
        let steps = [
            ("decode", Step.decode), ("find", .find), ("straighten", .straighten), ("scan", .scan), ("match", .match),
        ]
        let spent = steps.map { "\($0) \(Double(times[$1] / 100) / 10) ms" }.joined(separator: " · ")
        let found = picture.certain.isEmpty ? picture.miss.sentence : "\(picture.certain.count) read"
        return """
            <text x="\(unit)" y="\(picture.height + 3 * unit / 2)" fill="#111">\(escaped(found))</text>
            <text x="\(unit)" y="\(picture.height + 3 * unit)" fill="#111">\(milliseconds) ms: \(spent)</text>
            """
    }

    /// A code may hold any printable character.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
