import BarcodeReader
import Testing

@Suite struct `A scan request` {
    static let requests = [
        ScanRequest(),
        ScanRequest(copy: .ifUnsatisfied, milliseconds: 1),
        ScanRequest(copy: .always),
        ScanRequest(milliseconds: 10_000, expectation: ScanRequest.Expectation(prefix: "FU-KIT-", length: 19)),
        ScanRequest(expectation: ScanRequest.Expectation(prefix: "FU-KIT-", length: 19, characters: 18)),
        ScanRequest(expectation: ScanRequest.Expectation(prefix: "", length: 6)),
        ScanRequest(expectation: ScanRequest.Expectation(prefix: String(repeating: "A", count: 32), length: 80)),
    ]

    @Test(arguments: requests)
    func `reads back as it was written`(request: ScanRequest) throws {
        #expect(request.encoded().count == ScanRequest.byteCount)
        #expect(try ScanRequest(parsing: request.encoded()) == request)
    }

    @Test(arguments: requests)
    func `changed, cut or lengthened bytes are refused or mean what they say`(request: ScanRequest) {
        let bytes = request.encoded()
        for place in bytes.indices {
            #expect(throws: ScanRequest.Malformed.self) { try ScanRequest(parsing: Array(bytes.prefix(place))) }
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[place] = value
                guard let parsed = try? ScanRequest(parsing: changed) else { continue }
                #expect(parsed.encoded() == changed)
            }
        }
        #expect(throws: ScanRequest.Malformed.self) { try ScanRequest(parsing: bytes + [0]) }
    }

    @Test func `impossible expectations are refused`() {
        #expect(ScanRequest.Expectation(prefix: "FU-KIT-", length: 5) == nil)
        #expect(ScanRequest.Expectation(prefix: "FU-KIT-", length: 81) == nil)
        #expect(ScanRequest.Expectation(prefix: "FU-KIT-", length: 6) == nil)
        #expect(ScanRequest.Expectation(prefix: "FU-KIT-", length: 19, characters: 2) == nil)
        #expect(ScanRequest.Expectation(prefix: "FU-KIT-", length: 19, characters: 61) == nil)
        #expect(ScanRequest.Expectation(prefix: "Ä", length: 19) == nil)
        #expect(ScanRequest.Expectation(prefix: String(repeating: "A", count: 33), length: 80) == nil)
    }

    @Test func `it is satisfied by the expected text in two rows`() {
        let request = ScanRequest(expectation: ScanRequest.Expectation(prefix: "FU-KIT-", length: 19))
        func symbol(_ text: String, _ sightings: Int) -> Symbol {
            Symbol(text: text, corners: [], sightings: sightings)
        }
        #expect(request.isSatisfied(by: [symbol(Fixture.kit, 2)]))
        #expect(!request.isSatisfied(by: [symbol(Fixture.kit, 1)]))
        #expect(!request.isSatisfied(by: [symbol("FU-KIT-2025110701", 9), symbol("CX0119062422ZZ", 9)]))
        #expect(ScanRequest().isSatisfied(by: [symbol("CX0119062422ZZ", 2)]))
        #expect(!ScanRequest().isSatisfied(by: []))
    }
}

@Suite struct `A scan report` {
    static let corners = [Point(x: 0, y: 0), Point(x: 800, y: 3), Point(x: 790, y: 600), Point(x: 1, y: 599)]

    static func reports() throws -> [ScanReport] {
        let symbols = [
            Symbol(text: Fixture.kit, corners: corners, sightings: 40),
            Symbol(text: "~ 8x!\"", corners: corners, sightings: 2, reader: .match, confidence: 96),
        ]
        let bars = FoundBars.Verdict.allCases.map { FoundBars(corners: corners, verdict: $0) }
        var times = StepTimes()
        for step in Step.allCases { times[step] = 1000 + step.rawValue }
        let copy = try #require(GreyCopy(jpeg: [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]))
        let errors: [PictureError] = [
            .empty, .tooManyBytes(limit: 20_000_000), .unsupportedFormat(nil), .unsupportedFormat(.heic),
            .tooManyPixels(limit: 60_000_000), .unsupportedColour, .damaged,
        ]
        let pictures = [
            ScanReport.Picture(format: .jpeg, width: 800, height: 600, symbols: symbols, bars: bars, copy: copy),
            ScanReport.Picture(format: .png, width: 800, height: 600, symbols: [], bars: [], copy: nil),
        ]
        return pictures.map { ScanReport(.success($0), milliseconds: 17, times: times) }
            + errors.map { ScanReport(.failure($0), milliseconds: 0) }
    }

    @Test func `reads back as it was written`() throws {
        for report in try Self.reports() { #expect(try ScanReport(parsing: report.encoded()) == report) }
    }

    @Test func `changed, cut or lengthened bytes are refused or mean what they say`() throws {
        for report in try Self.reports() {
            let bytes = report.encoded()
            for place in bytes.indices {
                #expect(throws: ScanReport.Malformed.self) { try ScanReport(parsing: Array(bytes.prefix(place))) }
                for value in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[place] = value
                    guard let parsed = try? ScanReport(parsing: changed) else { continue }
                    #expect(parsed.encoded() == changed)
                }
            }
            #expect(throws: ScanReport.Malformed.self) { try ScanReport(parsing: bytes + [0]) }
        }
    }

    @Test func `a worker that lies is refused`() throws {
        func refused(_ picture: ScanReport.Picture) {
            let bytes = ScanReport(.success(picture), milliseconds: 1).encoded()
            #expect(throws: ScanReport.Malformed.self) { try ScanReport(parsing: bytes) }
        }
        func picture(
            _ symbols: [Symbol], bars: [FoundBars] = [], format: PictureFormat = .jpeg, width: Int = 800
        ) -> ScanReport.Picture {
            ScanReport.Picture(format: format, width: width, height: 600, symbols: symbols, bars: bars, copy: nil)
        }
        let kit = Symbol(text: Fixture.kit, corners: Self.corners, sightings: 2)
        refused(picture([kit, kit]))
        refused(picture([Symbol(text: "ABC12", corners: Self.corners, sightings: 2)]))
        refused(picture([Symbol(text: "ABC123\u{7F}", corners: Self.corners, sightings: 2)]))
        refused(picture([Symbol(text: "ABC123\n", corners: Self.corners, sightings: 2)]))
        refused(picture([Symbol(text: String(repeating: "A", count: 81), corners: Self.corners, sightings: 2)]))
        refused(picture([Symbol(text: Fixture.kit, corners: Self.corners, sightings: 0)]))
        refused(picture([Symbol(text: Fixture.kit, corners: Array(Self.corners.prefix(3)), sightings: 2)]))
        let bars = FoundBars(corners: Self.corners, verdict: .unclear)
        refused(picture([], bars: [bars], width: 799))
        refused(picture([], bars: [FoundBars(corners: Array(Self.corners.prefix(3)), verdict: .unclear)]))
        refused(picture([], bars: [FoundBars](repeating: bars, count: FoundBars.limit + 1)))
        refused(picture([kit], format: .gif))
        refused(picture([kit], width: 799))
        refused(picture([], width: 0))
        refused(
            picture((0...Findings.limit).map { Symbol(text: "ABC\(100 + $0)", corners: Self.corners, sightings: 2) }))
    }

    @Test func `the largest report is as large as stated`() throws {
        let symbols = (0..<Findings.limit).map {
            Symbol(text: "\(100 + $0)" + String(repeating: "A", count: 77), corners: Self.corners, sightings: 2)
        }
        let jpeg = [0xFF, 0xD8] + [UInt8](repeating: 0, count: GreyCopy.limit - 4) + [0xFF, 0xD9]
        let picture = ScanReport.Picture(
            format: .jpeg, width: 800, height: 600, symbols: symbols,
            bars: [FoundBars](
                repeating: FoundBars(corners: Self.corners, verdict: .other), count: FoundBars.limit),
            copy: GreyCopy(jpeg: jpeg))
        let report = ScanReport(.success(picture), milliseconds: 1)
        #expect(try ScanReport(parsing: report.encoded()) == report)
        #expect(report.encoded().count == ScanReport.largest)
    }
}
