import BarcodeReader
import Foundation
import Testing

/// What zbar can't read any more, and the layout can: the photo of a kit, blurred.
@Suite struct `Soft bars` {
    /// Blurred along both axes by a Gaussian.
    private func blurred(_ luma: Luma, sigma: Double) throws -> Luma {
        let reach = Int(3 * sigma + 1)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        func pass(_ pixels: [Double], _ step: (x: Int, y: Int)) -> [Double] {
            (0..<pixels.count).map { index in
                let (x, y) = (index % luma.width, index / luma.width)
                var value = 0.0
                for (place, weight) in weights.enumerated() {
                    let nx = min(max(x + (place - reach) * step.x, 0), luma.width - 1)
                    let ny = min(max(y + (place - reach) * step.y, 0), luma.height - 1)
                    value += weight * pixels[ny * luma.width + nx]
                }
                return value / sum
            }
        }
        let soft = pass(pass(luma.pixels.map(Double.init), (1, 0)), (0, 1))
        return try #require(
            Luma(width: luma.width, height: luma.height, pixels: soft.map { UInt8($0.rounded()) }))
    }

    private func read(_ luma: Luma, characters: Int?) throws -> [String] {
        let layout = characters.map { CodeLayout(characters: $0, length: 19) }
        var reader = try PictureReader()
        return reader.read(luma, budget: patience(), layout: layout) { !$0.isEmpty }
            .filter { $0.sightings >= 2 }.map(\.text)
    }

    @Test func `are read by their layout where zbar reads nothing`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        let soft = try blurred(sheet, sigma: 1.7)
        #expect(try read(soft, characters: nil) == [])
        #expect(try read(soft, characters: 18) == [Fixture.kit])
    }

    @Test(arguments: [17, 19, 12])
    func `are not read with another layout`(characters: Int) throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        #expect(try read(try blurred(sheet, sigma: 1.7), characters: characters) == [])
    }

    @Test func `are given up when nothing of them is left`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        #expect(try read(try blurred(sheet, sigma: 5), characters: 18) == [])
    }
}
