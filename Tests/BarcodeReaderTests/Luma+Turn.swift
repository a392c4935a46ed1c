import BarcodeReader

extension Luma {
    /// The picture turned clockwise about its middle, bilinear, on white.
    func turned(by turn: Turn) -> Luma {
        var turned = [UInt8](repeating: 255, count: turn.width * turn.height)
        for y in 0..<turn.height {
            for x in 0..<turn.width {
                // Pixel centres lie at half coordinates.
                let origin = turn.origin(x: Double(x) + 0.5, y: Double(y) + 0.5)
                let (u, v) = (origin.x - 0.5, origin.y - 0.5)
                guard u >= 0, v >= 0, u < Double(width - 1), v < Double(height - 1) else { continue }
                let (left, top) = (Int(u), Int(v))
                let (right, down) = (u - Double(left), v - Double(top))
                func level(_ x: Int, _ y: Int) -> Double { Double(pixels[y * width + x]) }
                let upper = level(left, top) * (1 - right) + level(left + 1, top) * right
                let lower = level(left, top + 1) * (1 - right) + level(left + 1, top + 1) * right
                turned[y * turn.width + x] = UInt8((upper * (1 - down) + lower * down).rounded())
            }
        }
        return Luma(width: turn.width, height: turn.height, pixels: turned) ?? self
    }
}
