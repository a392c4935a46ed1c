import BarcodeReader
import Testing

@Suite struct `The grey copy` {
    /// Noise, which JPEG compresses worst.
    static func noise(width: Int, height: Int) throws -> Luma {
        var state: UInt32 = 2_025_110_701
        let pixels = (0..<width * height).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        return try #require(Luma(width: width, height: height, pixels: pixels))
    }

    @Test(arguments: [(1, 1), (640, 480), (1800, 1300), (5000, 2)])
    func `it fits, whatever the picture shows`(width: Int, height: Int) throws {
        let copy = try #require(GreyCopy(of: try Self.noise(width: width, height: height), orientation: .upright))
        #expect(copy.jpeg.count <= GreyCopy.limit)
        let luma = try ImageDecoder(copy.jpeg).luma()
        #expect(luma.longSide <= 2048)
    }

    @Test func `it is upright and holds no metadata`() throws {
        let decoder = try ImageDecoder(Fixture.bytes("kit-turned-left.jpg"))
        let copy = try #require(GreyCopy(of: decoder.luma(), orientation: decoder.orientation))
        let copied = try ImageDecoder(copy.jpeg)
        #expect(copied.orientation == .upright)
        #expect((copied.width, copied.height) == (300, 620))
        // Segments up to the scan: JFIF's own, tables, frame; no APP1 or later, no comment.
        var offset = 2
        var markers: [UInt8] = []
        while offset + 4 <= copy.jpeg.count, markers.last != 0xDA {
            markers.append(copy.jpeg[offset + 1])
            offset += 2 + Int(copy.jpeg[offset + 2]) << 8 + Int(copy.jpeg[offset + 3])
        }
        #expect(Set(markers).isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]))
        #expect(markers.last == 0xDA)
    }

    @Test func `other bytes than JPEG are refused`() {
        #expect(GreyCopy(jpeg: []) == nil)
        #expect(GreyCopy(jpeg: [0xFF, 0xD8, 0, 0]) == nil)
        #expect(GreyCopy(jpeg: Array("hello".utf8)) == nil)
        #expect(GreyCopy(jpeg: [0xFF, 0xD8, 0xFF, 0xD9]) != nil)
        #expect(GreyCopy(jpeg: [0xFF, 0xD8] + [UInt8](repeating: 0, count: GreyCopy.limit) + [0xFF, 0xD9]) == nil)
    }
}
