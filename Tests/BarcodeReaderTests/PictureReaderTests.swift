import BarcodeReader
import Synchronization
import Testing

@Suite struct `Reading a picture` {
    @Test(arguments: [0, 5, 15, 22, 30, 38, 45, 52, 60, 75, 83, 90, 100, 135, 180, 200, 270, 315, 345])
    func `a turned code is read`(degrees: Int) throws {
        let luma = try Fixture.luma("kit-grey.png")
        let turn = Turn(degrees: Double(degrees), width: luma.width, height: luma.height)
        try texts(in: luma.turned(by: turn), expecting: [Fixture.kit])
    }

    @Test(arguments: ExifOrientation.allCases)
    func `a mirrored code is read`(orientation: ExifOrientation) throws {
        try texts(in: try Fixture.luma("kit-grey.png").upright(orientation), expecting: [Fixture.kit])
    }

    @Test func `a small code in a large picture is read`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 3200, height: 2400, x: 2100, y: 1700)
        try texts(in: sheet, expecting: [Fixture.kit])
    }

    @Test func `two codes side by side are found together, one code twice is one symbol`() throws {
        try texts(in: try Fixture.luma("two-kits.png"), expecting: [Fixture.kit, Fixture.otherKit])
        try texts(in: try Fixture.luma("same-kit-twice.png"), expecting: [Fixture.kit])
        try texts(in: try Fixture.luma("kit-and-foreign.png"), expecting: [Fixture.kit, "CX0119062422ZZ"])
    }

    @Test func `corners lie around the code, also when it was turned`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 1400, height: 1200, x: 700, y: 800)
        let turn = Turn(degrees: 30, width: sheet.width, height: sheet.height)
        for (luma, back) in [(sheet, nil), (sheet.turned(by: turn), turn)] {
            var reader = try PictureReader()
            let symbol = try #require(reader.read(luma, budget: longBudget()) { !$0.isEmpty }.first)
            #expect(symbol.sightings >= 1)
            #expect(symbol.corners.count == 4)
            for corner in symbol.corners {
                var place = (x: Double(corner.x), y: Double(corner.y))
                if let back { place = back.origin(x: place.x, y: place.y) }
                #expect((680...1320).contains(place.x) && (780...1080).contains(place.y))
            }
        }
    }

    @Test func `a picture without a code is searched to the end and gives nothing`() throws {
        try texts(in: try Fixture.luma("orientation-1.jpg").on(width: 640, height: 480, x: 0, y: 0), expecting: [])
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (2, 250), (7, 1000), (1000, 3)])
    func `a sliver of a picture gives nothing`(width: Int, height: Int) throws {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 37) }
        try texts(in: try #require(Luma(width: width, height: height, pixels: pixels)), expecting: [])
    }

    /// A budget on a clock that advances a second at each reading.
    static func ticking(_ limit: Duration) -> TimeBudget {
        let looks = Mutex(0)
        let start = ContinuousClock.now
        return TimeBudget(limit) {
            looks.withLock { count in
                defer { count += 1 }
                return start + .seconds(count)
            }
        }
    }

    @Test func `an exhausted budget ends the search`() throws {
        var reader = try PictureReader()
        let luma = try Fixture.luma("kit-grey.png")
        #expect(reader.read(luma, budget: Self.ticking(.seconds(1))) { _ in false }.isEmpty)
        #expect(reader.read(luma, budget: Self.ticking(.seconds(9))) { !$0.isEmpty }.count == 1)
    }
}

@Suite struct `Scanning one picture` {
    @Test func `only Code 128 is read`() throws {
        var scanner = try Code128Scanner()
        #expect(scanner.scan(try Fixture.luma("other-symbologies.png")).isEmpty)
        #expect(scanner.scan(try Fixture.luma("kit-grey.png")).map(\.text) == [Fixture.kit])
    }

    @Test(arguments: ["short.png", "nul.png"])
    func `texts that are short or not printable are dropped whole`(name: String) throws {
        var scanner = try Code128Scanner()
        #expect(scanner.scan(try Fixture.luma(name)).isEmpty)
    }

    @Test func `fewer rows give fewer sightings`() throws {
        var scanner = try Code128Scanner()
        let luma = try Fixture.luma("kit-grey.png")
        let counts = [1, 2, 4, 8].map { scanner.scan(luma, density: $0).first?.sightings ?? 0 }
        #expect(counts == counts.sorted(by: >))
        #expect(counts[3] > 0)
    }
}
