import BarcodeReader
import Testing

@Suite struct `The work on one picture` {
    static let request = ScanRequest(
        copy: .ifUnsatisfied, milliseconds: 10_000, expectation: ScanRequest.Expectation(prefix: "FU-KIT-", length: 19))

    func report(_ bytes: [UInt8], limits: PictureLimits = .standard) throws -> ScanReport {
        var scan = try PictureScan(limits: limits, now: { ContinuousClock.now })
        return scan.report(on: bytes, Self.request)
    }

    @Test func `a kit is found upright and no copy is kept`() throws {
        let picture = try report(try Fixture.bytes("kit-turned-left.jpg")).outcome.get()
        #expect((picture.width, picture.height) == (300, 620))
        #expect(picture.symbols.map(\.text) == [Fixture.kit])
        #expect(picture.copy == nil)
        // The bars reach from x 40 to 260 around the middle line of the stored picture, which the turn puts upright.
        let corners = try #require(picture.symbols.first?.corners)
        #expect(corners.allSatisfy { (100...270).contains($0.x) && (40...580).contains($0.y) })
        #expect(Set(corners).count > 1)
    }

    @Test func `without a kit the copy is kept, and foreign codes are reported`() throws {
        let picture = try report(try Fixture.bytes("other-symbologies.png")).outcome.get()
        #expect(picture.symbols.isEmpty)
        let copy = try #require(picture.copy)
        #expect(try ImageDecoder(copy.jpeg).luma().width == 1000)
    }

    @Test func `an error is reported as one`() throws {
        #expect(try report([]).outcome == .failure(.empty))
        #expect(try report(Array("%PDF-1.7".utf8)).outcome == .failure(.unsupportedFormat(.pdf)))
        #expect(try report(try Fixture.bytes("huge.png")).outcome == .failure(.tooManyPixels(limit: 60_000_000)))
        let limits = PictureLimits(bytes: 10, pixels: 10)
        #expect(
            try report(try Fixture.bytes("kit-grey.png"), limits: limits).outcome == .failure(.tooManyBytes(limit: 10)))
    }

    @Test func `what is reported survives its encoding`() throws {
        for name in ["two-kits.png", "kit-420.jpg", "kit-turned-left.jpg", "other-symbologies.png", "kit-cmyk.jpg"] {
            let report = try report(try Fixture.bytes(name))
            #expect(try ScanReport(parsing: report.encoded()) == report)
        }
    }
}
