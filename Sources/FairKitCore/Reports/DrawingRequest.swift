/// A document or a chart, and the format of its file.
package enum DrawingRequest: Codable, Equatable, Sendable {
    /// PDF/A-2b on A4.
    case pdf(PrintedDocument)
    case svg(TrendChart, language: String)
    /// - Parameter width: in pixels, 200 to 2,400. The height is half of it.
    case png(TrendChart, language: String, width: Int)
}
