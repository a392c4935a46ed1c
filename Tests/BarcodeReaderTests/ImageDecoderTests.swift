import BarcodeReader
import Testing

@Suite struct `Decoding a picture` {
    @Test(arguments: [
        "kit-420.jpg", "kit-422.jpg", "kit-444.jpg", "kit-progressive.jpg", "kit-rgb.jpg", "kit-grey.jpg",
        "kit-grey.png", "kit-rgb.png", "kit-1bit.png", "kit-palette.png", "kit-grey-alpha.png", "kit-rgb-alpha.png",
        "kit-palette-clear.png", "kit-16bit.png", "kit-interlaced.png", "kit-lossy.webp", "kit-lossless.webp",
        "kit-alpha.webp", "kit-animated.webp", "kit.heic", "kit-grey.heic", "kit-444.heic", "kit-10bit.heic",
    ])
    func `every kind of every format becomes grey with its bars`(name: String) throws {
        let decoder = try ImageDecoder(Fixture.bytes(name))
        let formats: [String: PictureFormat] = ["jpg": .jpeg, "png": .png, "webp": .webp, "heic": .heic]
        #expect(decoder.format == formats[String(name.split(separator: ".")[1])])
        #expect((decoder.width, decoder.height) == (600, 260))
        let luma = try decoder.luma()
        #expect((luma.width, luma.height) == (600, 260))
        #expect(luma.pixels[0] >= 225, "paper, and what is transparent, is light")
        #expect(luma.pixels.contains { $0 < 40 }, "bars are dark")
        try texts(in: luma, expecting: [Fixture.kit])
    }

    @Test(arguments: [
        ("kit-grey.png", 10), ("kit-rgb.png", 10), ("kit-16bit.png", 10), ("kit-interlaced.png", 10),
        // Lossy formats lose something, but do not become lighter or darker overall.
        ("kit-lossless.webp", 10), ("kit-lossy.webp", 40), ("kit.heic", 40), ("kit-grey.heic", 40),
        ("kit-444.heic", 40), ("kit-10bit.heic", 40),
    ])
    func `depth, colours, interlacing and coding give the same grey`(name: String, most: Int) throws {
        let plain = try Fixture.luma("kit-grey.png")
        let luma = try Fixture.luma(name)
        let apart = zip(plain.pixels, luma.pixels).map { abs(Int($0) - Int($1)) }
        #expect(try #require(apart.max()) <= most)
        #expect(apart.reduce(0, +) <= 10 * apart.count)
    }

    @Test func `tiles become one picture, turned by the file's properties and not by Exif`() throws {
        let grid = try ImageDecoder(Fixture.bytes("kit-grid.heic"))
        #expect((grid.width, grid.height, grid.orientation) == (300, 620, .upright))
        let luma = try grid.luma()
        #expect((luma.width, luma.height) == (300, 620))
        try texts(in: luma, expecting: [Fixture.kit])
        let exif = try ImageDecoder(Fixture.bytes("kit-exif-turn.heic"))
        #expect((exif.width, exif.height, exif.orientation) == (620, 300, .upright))
    }

    @Test(arguments: [
        ("phone-gain-map.heic", 300, 620), ("phone-cropped.heic", 600, 260), ("phone-motion.heic", 600, 260),
        ("phone-ultra-hdr.jpg", 600, 260), ("phone-motion.jpg", 600, 260),
    ])
    func `of a phone's file with pictures, metadata or a video beside the picture, the picture is read`(
        name: String, width: Int, height: Int
    ) throws {
        let decoder = try ImageDecoder(Fixture.bytes(name))
        #expect((decoder.width, decoder.height) == (width, height))
        let luma = try decoder.luma()
        #expect((luma.width, luma.height) == (width, height))
        try texts(in: luma, expecting: [Fixture.kit])
    }

    @Test func `references in a HEIC that claim more bytes than there are harm nothing`() throws {
        let whole = try Fixture.bytes("phone-gain-map.heic")
        let list = try #require((0..<whole.count - 4).first { whole[$0..<$0 + 4].elementsEqual("iref".utf8) })
        for offset in stride(from: list - 4, to: list + 120, by: 1) {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = whole
                bytes[offset] = value
                // Only the header is read: what is damaged is decoded in the sandbox alone.
                _ = try? ImageDecoder(bytes)
            }
        }
    }

    @Test func `a HEIC whose header lies about its size is damaged`() throws {
        var bytes = try Fixture.bytes("kit.heic")
        let place = try #require((0..<bytes.count - 16).first { bytes[$0..<$0 + 4].elementsEqual("ispe".utf8) })
        bytes.replaceSubrange(place + 8..<place + 16, with: [0, 0, 0, 60, 0, 0, 0, 26])
        let decoder = try ImageDecoder(bytes)
        #expect((decoder.width, decoder.height) == (60, 26))
        #expect(throws: PictureError.damaged) { try decoder.luma() }
    }

    @Test(arguments: [
        [], [0, 0, 0, 1] + "free".utf8 + [0, 0, 0, 0, 0, 0, 0, 16], [0, 0, 0, 12] + "meta".utf8 + [0, 0, 0, 0],
    ])
    func `AV1 in HEIC is refused under its own name, whatever comes before it`(box: [UInt8]) throws {
        var bytes = try Fixture.bytes("kit.heic")
        let place = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("hvcC".utf8) })
        bytes.replaceSubrange(place..<place + 4, with: "av1C".utf8)
        bytes.insert(contentsOf: box, at: Int(bytes[3]))
        #expect(throws: PictureError.unsupportedFormat(.avif)) { try ImageDecoder(bytes) }
    }

    @Test func `the orientation of a WebP is read, also after the prefix of some writers`() throws {
        let bytes = try Fixture.bytes("kit-turned-left.webp")
        #expect(try ImageDecoder(bytes).orientation == .turnedLeft)
        let place = try #require((0..<bytes.count - 8).first { bytes[$0..<$0 + 4].elementsEqual("EXIF".utf8) })
        let size = Int(bytes[place + 4]) + 6
        var marked = bytes
        marked[place + 4] = UInt8(size)
        marked.insert(contentsOf: "Exif\0\0".utf8, at: place + 8)
        let whole = marked.count - 8
        marked.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: whole >> (8 * $0)) })
        #expect(try ImageDecoder(marked).orientation == .turnedLeft)
    }

    @Test func `of an animation the first frame is read`() throws {
        try texts(in: Fixture.luma("none-animated.webp"), expecting: [])
    }

    @Test(
        arguments: ImageDecoder.Scale.allCases,
        ["kit-420.jpg", "kit-progressive.jpg", "kit-grey.png", "kit-lossy.webp", "kit.heic"])
    func `a picture is decoded at the requested scale`(scale: ImageDecoder.Scale, name: String) throws {
        let luma = try ImageDecoder(Fixture.bytes(name)).luma(scale)
        let divisor = scale.rawValue
        let (roundedDown, roundedUp) = (260 / divisor, (260 + divisor - 1) / divisor)
        #expect(luma.width == 600 / divisor)
        #expect(luma.height == (name.hasSuffix("jpg") ? roundedUp : roundedDown))
        #expect(luma.pixels[0] >= 225)
        #expect(luma.pixels.count == luma.width * luma.height)
    }

    @Test func `an empty file is refused`() {
        #expect(throws: PictureError.empty) { try ImageDecoder([]) }
    }

    @Test func `a file above the limit is refused`() throws {
        let bytes = try Fixture.bytes("kit-grey.png")
        let limits = PictureLimits(bytes: bytes.count - 1, pixels: 1_000_000)
        #expect(throws: PictureError.tooManyBytes(limit: bytes.count - 1)) { try ImageDecoder(bytes, limits: limits) }
        _ = try ImageDecoder(bytes, limits: PictureLimits(bytes: bytes.count, pixels: 1_000_000))
    }

    @Test(arguments: ["kit-420.jpg", "kit-grey.png", "kit-lossy.webp", "kit-alpha.webp", "kit.heic", "kit-grid.heic"])
    func `a header above the pixel limit is refused`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let area = name == "kit-grid.heic" ? 300 * 620 : 600 * 260
        let limits = PictureLimits(bytes: 20_000_000, pixels: area - 1)
        #expect(throws: PictureError.tooManyPixels(limit: area - 1)) { try ImageDecoder(bytes, limits: limits) }
        _ = try ImageDecoder(bytes, limits: PictureLimits(bytes: 20_000_000, pixels: area))
    }

    @Test func `a small file that announces a hundred megapixels is refused before it is decoded`() throws {
        let bytes = try Fixture.bytes("huge.png")
        #expect(throws: PictureError.tooManyPixels(limit: 60_000_000)) { try ImageDecoder(bytes) }
    }

    @Test func `a JPEG that announces the largest sides is refused before it is decoded`() throws {
        var bytes = try Fixture.bytes("kit-420.jpg")
        let frame = try #require((0..<bytes.count - 9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        #expect(throws: PictureError.tooManyPixels(limit: 60_000_000)) { try ImageDecoder(bytes) }
    }

    @Test func `printing colours are refused by name`() throws {
        let bytes = try Fixture.bytes("kit-cmyk.jpg")
        #expect(throws: PictureError.unsupportedColour) { try ImageDecoder(bytes) }
    }

    @Test(arguments: ["kit-420.jpg", "kit-progressive.jpg"])
    func `a truncated JPEG is decoded as far as it goes`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let luma = try ImageDecoder(Array(bytes.prefix(bytes.count * 7 / 10))).luma()
        #expect((luma.width, luma.height) == (600, 260))
        try texts(in: luma, expecting: [Fixture.kit])
    }

    @Test(arguments: ["kit-rgb.png", "kit-lossy.webp", "kit-lossless.webp", "kit.heic", "kit-grid.heic"])
    func `any other truncated picture is damaged`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        #expect(throws: PictureError.damaged) {
            try ImageDecoder(Array(bytes.prefix(bytes.count * 7 / 10))).luma()
        }
    }

    @Test(arguments: [
        "kit-420.jpg", "kit-progressive.jpg", "kit-interlaced.png", "kit-palette-clear.png", "kit-alpha.webp",
        "kit-lossless.webp", "kit.heic", "kit-grid.heic",
    ])
    func `damage anywhere is an error or a picture, never a trap`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let places = stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150))
        for place in places {
            var changed = bytes
            changed[place] ^= 0xFF
            for damaged in [changed, Array(bytes.prefix(place))] {
                do throws(PictureError) {
                    let decoder = try ImageDecoder(damaged, limits: PictureLimits(bytes: 100_000, pixels: 1_000_000))
                    let luma = try decoder.luma(.half)
                    #expect(luma.pixels.count == luma.width * luma.height)
                } catch {
                    #expect(!error.sentence.isEmpty)
                }
            }
        }
    }
}
