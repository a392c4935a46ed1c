import BarcodeReader
import Testing

@Suite struct `Grey pictures` {
    @Test func `pixels must fill the sides`() {
        #expect(Luma(width: 2, height: 2, pixels: [1, 2, 3]) == nil)
        #expect(Luma(width: 0, height: 0, pixels: []) == nil)
        #expect(Luma(width: -1, height: -1, pixels: [1]) == nil)
        #expect(Luma(width: .max, height: 2, pixels: [1]) == nil)
        #expect(Luma(width: 2, height: 2, pixels: [1, 2, 3, 4]) != nil)
    }

    @Test func `halving takes the mean of four and drops an odd edge`() throws {
        let luma = try #require(
            Luma(width: 5, height: 3, pixels: [0, 0, 255, 255, 9, 4, 4, 255, 254, 9, 9, 9, 9, 9, 9]))
        #expect(luma.halved() == Luma(width: 2, height: 1, pixels: [2, 255]))
    }

    @Test func `halving a line or a pixel comes to an end`() throws {
        let line = try #require(Luma(width: 4, height: 1, pixels: [0, 10, 20, 30]))
        #expect(line.halved() == Luma(width: 2, height: 1, pixels: [5, 25]))
        let column = try #require(Luma(width: 1, height: 3, pixels: [0, 10, 20]))
        #expect(column.halved() == Luma(width: 1, height: 1, pixels: [5]))
        #expect(column.halved().halved() == column.halved())
    }

    @Test(
        arguments: [1, 15, 30, 45, 60, 75, 89, 90, 135, 180, 270, -20] as [Double], [(1, 1), (2, 1), (3, 40), (61, 33)])
    func `a turn of any size stays inside the picture`(degrees: Double, size: (Int, Int)) throws {
        let pixels = (0..<size.0 * size.1).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let luma = try #require(Luma(width: size.0, height: size.1, pixels: pixels))
        let turn = Turn(degrees: degrees, width: size.0, height: size.1)
        let turned = luma.turned(by: turn)
        #expect((turned.width, turned.height) == (turn.width, turn.height))
    }

    @Test func `a quarter turn is the same as setting upright`() throws {
        let luma = try Fixture.luma("kit-grey.png")
        let turned = luma.turned(by: Turn(degrees: 90, width: luma.width, height: luma.height))
        let upright = luma.upright(.turnedLeft)
        #expect((turned.width, turned.height) == (upright.width, upright.height))
        // The outermost row has no neighbours to mix with and stays white.
        let differing = zip(turned.pixels, upright.pixels).count { abs(Int($0) - Int($1)) > 1 }
        #expect(differing <= 2 * (turned.width + turned.height))
    }

    @Test func `a point of a turned picture leads back to where it was`() throws {
        var pixels = [UInt8](repeating: 255, count: 100 * 60)
        for y in 10..<14 { for x in 80..<84 { pixels[y * 100 + x] = 0 } }
        let luma = try #require(Luma(width: 100, height: 60, pixels: pixels))
        let turn = Turn(degrees: 30, width: 100, height: 60)
        let dark = try #require(luma.turned(by: turn).pixels.firstIndex { $0 < 64 })
        let origin = turn.origin(x: Double(dark % turn.width), y: Double(dark / turn.width))
        #expect(abs(origin.x - 82) < 4 && abs(origin.y - 12) < 4)
    }
}
