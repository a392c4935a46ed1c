import BarcodeReader
import Testing

@Suite struct `EXIF orientation` {
    @Test(arguments: 1...8)
    func `a stored picture is seen upright`(value: Int) throws {
        let decoder = try ImageDecoder(Fixture.bytes("orientation-\(value).jpg"))
        #expect(Int(decoder.orientation.rawValue) == value)
        let seen = try decoder.luma().upright(decoder.orientation)
        #expect((seen.width, seen.height) == (48, 32))
        #expect(seen.pixels[6 * 48 + 6] < 60)
        #expect([6 * 48 + 40, 24 * 48 + 6, 24 * 48 + 40].allSatisfy { seen.pixels[$0] > 200 })
    }

    @Test(arguments: ExifOrientation.allCases)
    func `a point moves as its pixel does`(orientation: ExifOrientation) throws {
        // Points lie between pixels: doubled, a pixel's middle is a whole number.
        let (width, height, x, y) = (5, 3, 3, 1)
        var pixels = [UInt8](repeating: 255, count: width * height)
        pixels[y * width + x] = 0
        let seen = try #require(Luma(width: width, height: height, pixels: pixels)).upright(orientation)
        let dark = try #require(seen.pixels.firstIndex(of: 0))
        let point = orientation.upright(Point(x: 2 * x + 1, y: 2 * y + 1), width: 2 * width, height: 2 * height)
        #expect(point == Point(x: 2 * (dark % seen.width) + 1, y: 2 * (dark / seen.width) + 1))
    }

    /// A JPEG that consists of an Exif segment only, in either byte order.
    static func jpeg(value: UInt8, bigEndian: Bool) -> [UInt8] {
        func order(_ bytes: [UInt8]) -> [UInt8] { bigEndian ? bytes : bytes.reversed() }
        let mark: [UInt8] = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        let tiff =
            mark + order([0, 42]) + order([0, 0, 0, 8]) + order([0, 1]) + order([0x01, 0x12]) + order([0, 3])
            + order([0, 0, 0, 1]) + order([0, value]) + [0, 0] + [0, 0, 0, 0]
        let content: [UInt8] = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + [0xFF, 0xDA, 0, 2]
    }

    @Test(arguments: 0...9 as ClosedRange<UInt8>, [true, false])
    func `both byte orders are read and impossible values are upright`(value: UInt8, bigEndian: Bool) {
        let expected = ExifOrientation(rawValue: value) ?? .upright
        #expect(ExifOrientation(jpeg: Self.jpeg(value: value, bigEndian: bigEndian)) == expected)
    }

    @Test(arguments: [true, false])
    func `malformed segments are upright or stated, never a trap`(bigEndian: Bool) {
        let bytes = Self.jpeg(value: 6, bigEndian: bigEndian)
        for place in bytes.indices {
            _ = ExifOrientation(jpeg: Array(bytes.prefix(place)))
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[place] = value
                _ = ExifOrientation(jpeg: changed)
            }
        }
        #expect(ExifOrientation(jpeg: []) == .upright)
        #expect(ExifOrientation(jpeg: [0xFF, 0xD8, 0xFF]) == .upright)
        #expect(ExifOrientation(jpeg: Array(bytes.prefix(20))) == .upright)
    }

    @Test func `earlier segments are skipped`() {
        let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 1, 2, 3, 0xFF]
        let bytes = Self.jpeg(value: 8, bigEndian: true)
        #expect(ExifOrientation(jpeg: bytes.prefix(2) + comment + bytes.dropFirst(2)) == .turnedRight)
    }
}
