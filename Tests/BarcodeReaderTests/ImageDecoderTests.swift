import BarcodeReader
import Testing

@Suite struct `Decoding a picture` {
    @Test(arguments: [
        "kit-420.jpg", "kit-422.jpg", "kit-444.jpg", "kit-progressive.jpg", "kit-rgb.jpg", "kit-grey.jpg",
        "kit-grey.png", "kit-rgb.png", "kit-1bit.png", "kit-palette.png", "kit-grey-alpha.png", "kit-rgb-alpha.png",
        "kit-palette-clear.png", "kit-16bit.png", "kit-interlaced.png",
    ])
    func `each kind of JPEG and PNG becomes grey with its bars`(name: String) throws {
        let decoder = try ImageDecoder(Fixture.bytes(name))
        #expect(decoder.format == (name.hasSuffix("jpg") ? .jpeg : .png))
        #expect((decoder.width, decoder.height) == (600, 260))
        let luma = try decoder.luma()
        #expect((luma.width, luma.height) == (600, 260))
        #expect(luma.pixels[0] >= 225, "paper, and what is transparent, is light")
        #expect(luma.pixels.contains { $0 < 40 }, "bars are dark")
        try texts(in: luma, expecting: [Fixture.kit])
    }

    @Test(arguments: ["kit-grey.png", "kit-rgb.png", "kit-16bit.png", "kit-interlaced.png"])
    func `sixteen bits, colours and interlacing give the same grey`(name: String) throws {
        let plain = try Fixture.luma("kit-grey.png")
        let luma = try Fixture.luma(name)
        let apart = zip(plain.pixels, luma.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(apart) <= 10)
    }

    @Test(arguments: ImageDecoder.Scale.allCases, ["kit-420.jpg", "kit-progressive.jpg", "kit-grey.png"])
    func `a picture is decoded at the wanted scale`(scale: ImageDecoder.Scale, name: String) throws {
        let luma = try ImageDecoder(Fixture.bytes(name)).luma(scale)
        let divisor = scale.rawValue
        let (roundedDown, roundedUp) = (260 / divisor, (260 + divisor - 1) / divisor)
        #expect(luma.width == 600 / divisor)
        #expect(luma.height == (name.hasSuffix("jpg") ? roundedUp : roundedDown))
        #expect(luma.pixels[0] >= 225)
        #expect(luma.pixels.count == luma.width * luma.height)
    }

    @Test func `nothing is empty`() {
        #expect(throws: PictureError.empty) { try ImageDecoder([]) }
    }

    @Test func `a file above the limit is refused`() throws {
        let bytes = try Fixture.bytes("kit-grey.png")
        let limits = PictureLimits(bytes: bytes.count - 1, pixels: 1_000_000)
        #expect(throws: PictureError.tooManyBytes(limit: bytes.count - 1)) { try ImageDecoder(bytes, limits: limits) }
        _ = try ImageDecoder(bytes, limits: PictureLimits(bytes: bytes.count, pixels: 1_000_000))
    }

    @Test(arguments: ["kit-420.jpg", "kit-grey.png"])
    func `a header above the limit of pixels is refused`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let limits = PictureLimits(bytes: 20_000_000, pixels: 600 * 260 - 1)
        #expect(throws: PictureError.tooManyPixels(limit: 600 * 260 - 1)) { try ImageDecoder(bytes, limits: limits) }
        _ = try ImageDecoder(bytes, limits: PictureLimits(bytes: 20_000_000, pixels: 600 * 260))
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
    func `a JPEG cut short is a picture as far as it goes`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let luma = try ImageDecoder(Array(bytes.prefix(bytes.count * 7 / 10))).luma()
        #expect((luma.width, luma.height) == (600, 260))
        try texts(in: luma, expecting: [Fixture.kit])
    }

    @Test func `a PNG cut short is damaged`() throws {
        let bytes = try Fixture.bytes("kit-rgb.png")
        let decoder = try ImageDecoder(Array(bytes.prefix(bytes.count * 7 / 10)))
        #expect(throws: PictureError.damaged) { try decoder.luma() }
    }

    @Test(arguments: ["kit-420.jpg", "kit-progressive.jpg", "kit-interlaced.png", "kit-palette-clear.png"])
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
