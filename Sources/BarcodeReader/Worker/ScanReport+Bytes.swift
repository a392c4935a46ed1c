/// The report on the wire. Numbers are unsigned, most significant byte first; nothing may follow.
///
/// | bytes | what |
/// |---|---|
/// | 1 | version, 2 |
/// | 1 | 0 for a picture, else the error: 1 empty, 2 too many bytes, 3 format, 4 too many pixels, 5 colour, 6 damaged |
/// | 4 | milliseconds |
/// | 5 × 4 | microseconds of each step: decode, find, straighten, scan, match |
/// | 4 | error only, and the end: the limit (2, 4), the format or 0 (3), else 0 |
/// | 1 | format: 1 JPEG, 2 PNG, 3 WebP, 4 HEIC |
/// | 4, 4 | width and height, at least 1 |
/// | 1 | number of symbols, at most 32; each: |
/// | 1, 6–80 | length of the text, and the text in printable ASCII, none of them twice |
/// | 4 | sightings, at least 1 |
/// | 1 | what read it: 1 rows, 2 strip, 3 match |
/// | 1 | confidence in percent, 1–99 |
/// | 8 × 4 | x and y of four corners, inside the picture |
/// | 1 | number of bars, at most 16; each: |
/// | 1 | verdict: 1 read, 2 cut off, 3 small, 4 blurred, 5 unclear, 6 other |
/// | 8 × 4 | x and y of four corners, inside the picture |
/// | 4, 0–262,144 | length of the grey copy, 0 for none, and the copy |
extension ScanReport {
    /// Bytes that are not a report; `offset` is where the first wrong field ends or is missing.
    package struct Malformed: Error, Hashable, Sendable {
        package let offset: Int
    }

    /// Most bytes of a report; a reader need not read more.
    package static let largest =
        16 + 4 * Step.allCases.count + Findings.limit * (1 + 80 + 6 + 32) + 1 + FoundBars.limit * (1 + 32) + 4
        + GreyCopy.limit
    private static let version = 2

    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.version, bytes: 1)
        switch outcome {
        case .failure(let error):
            let (code, detail) = Self.number(of: error)
            bytes.append(code, bytes: 1)
            append(times: &bytes)
            bytes.append(detail, bytes: 4)
        case .success(let picture):
            bytes.append(0, bytes: 1)
            append(times: &bytes)
            bytes.append(Int(picture.format.rawValue), bytes: 1)
            bytes.append(picture.width, bytes: 4)
            bytes.append(picture.height, bytes: 4)
            bytes.append(picture.symbols.count, bytes: 1)
            for symbol in picture.symbols {
                bytes.append(symbol.text.utf8.count, bytes: 1)
                bytes += symbol.text.utf8
                bytes.append(symbol.sightings, bytes: 4)
                bytes.append(Int(symbol.reader.rawValue), bytes: 1)
                bytes.append(symbol.confidence, bytes: 1)
                bytes.append(corners: symbol.corners)
            }
            bytes.append(picture.bars.count, bytes: 1)
            for bars in picture.bars {
                bytes.append(Int(bars.verdict.rawValue), bytes: 1)
                bytes.append(corners: bars.corners)
            }
            bytes.append(picture.copy?.jpeg.count ?? 0, bytes: 4)
            bytes += picture.copy?.jpeg ?? []
        }
        return bytes
    }

    private func append(times bytes: inout [UInt8]) {
        bytes.append(milliseconds, bytes: 4)
        for step in Step.allCases { bytes.append(times[step], bytes: 4) }
    }

    package init(parsing bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        guard let report = Self.report(from: &reader), reader.isAtEnd else { throw Malformed(offset: reader.offset) }
        self = report
    }

    private static func report(from reader: inout ByteReader) -> ScanReport? {
        guard reader.number(1) == version, let kind = reader.number(1), let milliseconds = reader.number(4) else {
            return nil
        }
        var times = StepTimes()
        for step in Step.allCases {
            guard let time = reader.number(4) else { return nil }
            times[step] = time
        }
        let outcome: Result<Picture, PictureError>? =
            kind == 0
            ? picture(from: &reader).map { .success($0) }
            : reader.number(4).flatMap { error(kind, detail: $0) }.map { .failure($0) }
        return outcome.map { ScanReport($0, milliseconds: milliseconds, times: times) }
    }

    private static func picture(from reader: inout ByteReader) -> Picture? {
        guard let format = reader.kind(PictureFormat.self), format.isDecoded,
            let width = reader.number(4), let height = reader.number(4), width > 0, height > 0,
            let count = reader.number(1), count <= Findings.limit
        else { return nil }
        var symbols: [Symbol] = []
        for _ in 0..<count {
            guard let symbol = symbol(from: &reader, width: width, height: height),
                !symbols.contains(where: { $0.text == symbol.text })
            else { return nil }
            symbols.append(symbol)
        }
        guard let count = reader.number(1), count <= FoundBars.limit else { return nil }
        var bars: [FoundBars] = []
        for _ in 0..<count {
            guard let verdict = reader.kind(FoundBars.Verdict.self),
                let corners = corners(from: &reader, width: width, height: height)
            else { return nil }
            bars.append(FoundBars(corners: corners, verdict: verdict))
        }
        guard let length = reader.number(4), length <= GreyCopy.limit, let jpeg = reader.take(length) else {
            return nil
        }
        let copy = GreyCopy(jpeg: Array(jpeg))
        guard length == 0 || copy != nil else { return nil }
        return Picture(format: format, width: width, height: height, symbols: symbols, bars: bars, copy: copy)
    }

    private static func symbol(from reader: inout ByteReader, width: Int, height: Int) -> Symbol? {
        guard let length = reader.number(1), let text = reader.take(length).flatMap({ Symbol.text(of: $0) }),
            let sightings = reader.number(4), sightings > 0, let kind = reader.kind(Symbol.Reader.self),
            let confidence = reader.number(1), (1...99).contains(confidence),
            let corners = corners(from: &reader, width: width, height: height)
        else { return nil }
        return Symbol(text: text, corners: corners, sightings: sightings, reader: kind, confidence: confidence)
    }

    private static func corners(from reader: inout ByteReader, width: Int, height: Int) -> [Point]? {
        var corners: [Point] = []
        for _ in 0..<4 {
            guard let x = reader.number(4), let y = reader.number(4), x <= width, y <= height else { return nil }
            corners.append(Point(x: x, y: y))
        }
        return corners
    }

    static func number(of error: PictureError) -> (code: Int, detail: Int) {
        switch error {
        case .empty: (1, 0)
        case .tooManyBytes(let limit): (2, limit)
        case .unsupportedFormat(let format): (3, format.map { Int($0.rawValue) } ?? 0)
        case .tooManyPixels(let limit): (4, limit)
        case .unsupportedColour: (5, 0)
        case .damaged: (6, 0)
        }
    }

    static func error(_ code: Int, detail: Int) -> PictureError? {
        switch (code, detail) {
        case (1, 0): return .empty
        case (2, let limit): return .tooManyBytes(limit: limit)
        case (3, 0): return .unsupportedFormat(nil)
        case (3, let format):
            return UInt8(exactly: format).flatMap(PictureFormat.init(rawValue:)).map(PictureError.unsupportedFormat)
        case (4, let limit): return .tooManyPixels(limit: limit)
        case (5, 0): return .unsupportedColour
        case (6, 0): return .damaged
        default: return nil
        }
    }
}

extension ByteReader {
    /// One byte that is the number of a case.
    fileprivate mutating func kind<Kind: RawRepresentable>(_: Kind.Type) -> Kind? where Kind.RawValue == UInt8 {
        number(1).flatMap { UInt8(exactly: $0) }.flatMap(Kind.init(rawValue:))
    }
}

extension [UInt8] {
    fileprivate mutating func append(corners: [Point]) {
        for corner in corners {
            append(corner.x, bytes: 4)
            append(corner.y, bytes: 4)
        }
    }
}
