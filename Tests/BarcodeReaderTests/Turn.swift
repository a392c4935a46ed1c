import Glibc

/// A rotation of a picture about its middle: the size of the result, and the origin of each of its points.
struct Turn: Sendable {
    /// Size of the turned picture, which holds the whole original.
    let width: Int
    let height: Int
    let cosine: Double
    let sine: Double
    private let middle: (x: Double, y: Double)

    /// A turn of a `width` × `height` picture, clockwise as a person sees it.
    init(degrees: Double, width: Int, height: Int) {
        cosine = cos(degrees * .pi / 180)
        sine = sin(degrees * .pi / 180)
        let (w, h) = (Double(width), Double(height))
        self.width = max(1, Int((w * abs(cosine) + h * abs(sine)).rounded()))
        self.height = max(1, Int((w * abs(sine) + h * abs(cosine)).rounded()))
        middle = (w / 2, h / 2)
    }

    /// Where in the original the point (x, y) of the turned picture is.
    func origin(x: Double, y: Double) -> (x: Double, y: Double) {
        let (dx, dy) = (x - Double(width) / 2, y - Double(height) / 2)
        return (middle.x + dx * cosine + dy * sine, middle.y - dx * sine + dy * cosine)
    }
}
