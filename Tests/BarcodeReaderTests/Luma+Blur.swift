import BarcodeReader
import Foundation
import Testing

extension Luma {
    /// Blurred along both axes by a Gaussian.
    func blurred(sigma: Double) throws -> Luma {
        let reach = Int(3 * sigma + 1)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        func pass(_ pixels: [Double], _ step: (x: Int, y: Int)) -> [Double] {
            (0..<pixels.count).map { index in
                let (x, y) = (index % width, index / width)
                var value = 0.0
                for (place, weight) in weights.enumerated() {
                    let nx = min(max(x + (place - reach) * step.x, 0), width - 1)
                    let ny = min(max(y + (place - reach) * step.y, 0), height - 1)
                    value += weight * pixels[ny * width + nx]
                }
                return value / sum
            }
        }
        let soft = pass(pass(pixels.map(Double.init), (1, 0)), (0, 1))
        return try #require(
            Luma(width: width, height: height, pixels: soft.map { UInt8($0.rounded()) }))
    }
}
