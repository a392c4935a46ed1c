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
        #expect(corners.allSatisfy { (100...280).contains($0.x) && (40...580).contains($0.y) })
        #expect(Set(corners).count > 1)
    }

    @Test func `without a kit the copy is kept, and other codes are reported`() throws {
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

    /// Pictures of a kit's code that can't be read, by reason.
    enum Miss: CaseIterable {
        case blurred, small, cutOff, nothing

        func luma() throws -> Luma {
            let code = try Fixture.luma("kit-grey.png")
            switch self {
            case .blurred: return try code.on(width: 900, height: 700, x: 120, y: 200).blurred(sigma: 3)
            case .small:
                return try code.halved().halved().blurred(sigma: 0.5).on(width: 900, height: 700, x: 300, y: 300)
            case .cutOff:
                let sheet = try code.on(width: 900, height: 700, x: 120, y: 200)
                let rows = (0..<700).flatMap { sheet.pixels[($0 * 900 + 330)..<($0 * 900 + 900)] }
                return try #require(Luma(width: 570, height: 700, pixels: rows))
            case .nothing:
                return try #require(Luma(width: 900, height: 700, pixels: [UInt8](repeating: 235, count: 630_000)))
            }
        }

        var verdict: FoundBars.Verdict? {
            switch self {
            case .blurred: .blurred
            case .small: .small
            case .cutOff: .cutOff
            case .nothing: nil
            }
        }
    }

    @Test(arguments: Miss.allCases)
    func `unread bars are reported as blurred, small, cut off or missing`(miss: Miss) throws {
        let expectation = ScanRequest.Expectation(prefix: "FU-KIT-", length: 19, characters: 18)
        let copy = try #require(GreyCopy(of: try miss.luma(), orientation: .upright))
        var scan = try PictureScan(now: { ContinuousClock.now })
        let request = ScanRequest(milliseconds: 10_000, expectation: expectation)
        let picture = try scan.report(on: copy.jpeg, request).outcome.get()
        #expect(picture.symbols.isEmpty)
        #expect(picture.bars.map(\.verdict).filter { $0 != .other } == (miss.verdict.map { [$0] } ?? []))
    }

    @Test func `a kit's label in white on dark is read, once nothing else was`() throws {
        let label = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200).negative
        let copy = try #require(GreyCopy(of: label, orientation: .upright))
        #expect(try report(copy.jpeg).outcome.get().symbols.map(\.text) == [Fixture.kit])
    }

    /// A large HEIC on a busy machine used up all its time for decoding, and was reported as a picture without a code.
    @Test func `a picture that took all its time to decode is still searched`() throws {
        var scan = try PictureScan(now: { ContinuousClock.now })
        let request = ScanRequest(milliseconds: 1)
        let picture = try scan.report(on: try Fixture.bytes("kit.heic"), request).outcome.get()
        #expect(picture.symbols.map(\.text) == [Fixture.kit])
    }

    @Test func `a code is reported with its reader, its confidence, and the time of each step`() throws {
        let report = try report(try Fixture.bytes("kit-420.jpg"))
        let symbol = try #require(try report.outcome.get().symbols.first)
        #expect(symbol.reader == .strip)
        #expect(symbol.confidence == 99)
        #expect(report.times[.decode] > 0)
        #expect(report.times[.scan] > 0)
        #expect(report.times[.match] == 0)
    }

    @Test(arguments: [ScanRequest.Copy.never, .ifUnsatisfied, .always])
    func `a copy is made on request`(copy: ScanRequest.Copy) throws {
        var scan = try PictureScan(now: { ContinuousClock.now })
        let request = ScanRequest(copy: copy, milliseconds: 10_000)
        let picture = try scan.report(on: try Fixture.bytes("kit-420.jpg"), request).outcome.get()
        #expect((picture.copy != nil) == (copy == .always))
    }

    @Test func `a report survives its encoding`() throws {
        for name in ["two-kits.png", "kit-420.jpg", "kit-turned-left.jpg", "other-symbologies.png", "kit-cmyk.jpg"] {
            let report = try report(try Fixture.bytes(name))
            #expect(try ScanReport(parsing: report.encoded()) == report)
        }
    }
}
