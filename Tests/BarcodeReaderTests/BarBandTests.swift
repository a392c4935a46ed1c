import BarcodeReader
import Foundation
import Testing

/// Bars drawn by a formula, so that their position is known; with soft edges, as behind a lens.
private func bars(
    width: Int, height: Int, x: Double, y: Double, degrees: Double, length: Double, halfHeight: Double
) throws -> Luma {
    // Light (1) or dark (0) along the length, in quarters of a pixel: elements of 4, 8 and 12 pixels.
    var line: [Double] = []
    while Double(line.count) < 4 * length {
        let element = line.count % 7 % 3
        line += [Double](repeating: 0, count: 16 * (1 + element)) + [Double](repeating: 1, count: 16)
    }
    let soft = line.indices.map { index in
        let near = line[max(0, index - 4)...min(line.count - 1, index + 4)]
        return near.reduce(0, +) / Double(near.count)
    }
    let (c, d) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    var pixels = [UInt8](repeating: 230, count: width * height)
    for row in 0..<height {
        for column in 0..<width {
            let (dx, dy) = (Double(column) - x, Double(row) - y)
            let (s, t) = (dx * c + dy * d + length / 2, dy * c - dx * d)
            if abs(t) <= halfHeight, s >= 0, s <= length {
                pixels[row * width + column] = UInt8(40 + 190 * soft[min(Int(4 * s), soft.count - 1)])
            }
        }
    }
    return try #require(Luma(width: width, height: height, pixels: pixels))
}

@Suite struct `Finding bands of bars` {
    @Test(arguments: stride(from: 0.0, to: 180, by: 13).map { $0 })
    func `measures middle, direction, length and height`(degrees: Double) throws {
        let luma = try bars(width: 900, height: 800, x: 430, y: 390, degrees: degrees, length: 600, halfHeight: 70)
        let band = try #require(BarLocator.bands(in: luma).first)
        #expect(abs(band.x - 430) < 15 && abs(band.y - 390) < 15)
        var turn = abs(band.angle * 180 / .pi - degrees).truncatingRemainder(dividingBy: 180)
        turn = min(turn, 180 - turn)
        #expect(turn < 2)
        #expect((580...650).contains(band.length))
        #expect((55...90).contains(band.halfHeight))
    }

    @Test func `finds nothing on a blank sheet, in noise, and in slivers`() {
        var noise = SplitMix(state: 4)
        let even = [UInt8](repeating: 128, count: 400 * 300)
        let grain = even.map { $0 + UInt8(noise.next() % 24) }
        for (pixels, width, height) in [(even, 400, 300), (grain, 400, 300), (Array(grain[..<2000]), 2000, 1)] {
            #expect(Luma(width: width, height: height, pixels: pixels).map { BarLocator.bands(in: $0) } == [])
        }
    }

    @Test func `finds a label on a striped ground`() throws {
        let ground = try bars(width: 1000, height: 900, x: 500, y: 450, degrees: 4, length: 980, halfHeight: 440)
        let label = try bars(width: 1000, height: 900, x: 500, y: 450, degrees: 4, length: 400, halfHeight: 50)
        let pixels = (0..<ground.pixels.count).map { index in
            let (x, y) = (index % 1000, index / 1000)
            return abs(x - 500) < 270 && abs(y - 450) < 110 ? label.pixels[index] : ground.pixels[index]
        }
        let luma = try #require(Luma(width: 1000, height: 900, pixels: pixels))
        #expect(BarLocator.bands(in: luma).contains { (380...470).contains($0.length) && $0.halfHeight < 80 })
    }

    @Test func `keeps two codes apart`() throws {
        let one = try bars(width: 900, height: 900, x: 450, y: 250, degrees: 5, length: 600, halfHeight: 70)
        let other = try bars(width: 900, height: 900, x: 450, y: 600, degrees: 5, length: 500, halfHeight: 60)
        let pixels = zip(one.pixels, other.pixels).map { min($0, $1) }
        let luma = try #require(Luma(width: 900, height: 900, pixels: pixels))
        #expect(Set(BarLocator.bands(in: luma).map { $0.y < 420 }) == [true, false])
    }
}

/// Reproducible pseudorandom numbers (Vigna's SplitMix64).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
