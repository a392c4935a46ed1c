/// The whole work on one picture: decode, search, copy. A scan worker does this between its request and its report.
package struct PictureScan: ~Copyable {
    /// Pictures above this are searched at half size first: their bars are wide enough there, mostly.
    static let pixelsAtFullSize = 6_000_000
    private static let leastSearch = Duration.milliseconds(500)

    private var reader: PictureReader
    package let limits: PictureLimits
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Builds the reader, so that work begins at once when a picture arrives.
    package init(
        limits: PictureLimits = .standard, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(Code128Scanner.Unavailable) {
        HEIF.prepare()
        reader = try PictureReader()
        self.limits = limits
        self.now = now
        warmUp()
    }

    /// Reads a tiny picture, so that the decoder's code is loaded before the first real one.
    private func warmUp() {
        let grey = Luma(width: 64, height: 64, pixels: [UInt8](repeating: 128, count: 64 * 64))
        let copy = grey.flatMap { GreyCopy(of: $0, orientation: .upright) }
        _ = try? copy.map { try ImageDecoder($0.jpeg).luma(.half) }
    }

    /// Answers a request about a file.
    package mutating func report(on file: [UInt8], _ request: ScanRequest) -> ScanReport {
        let budget = TimeBudget(.milliseconds(request.milliseconds), now: now)
        var search = Search(budget: budget, until: request.isSatisfied)
        let outcome: Result<ScanReport.Picture, PictureError>
        do throws(PictureError) {
            outcome = .success(try picture(in: try ImageDecoder(file, limits: limits), request, &search))
        } catch {
            outcome = .failure(error)
        }
        let milliseconds = Int(budget.elapsed / .milliseconds(1))
        return ScanReport(outcome, milliseconds: milliseconds, times: search.stopwatch.times)
    }

    private mutating func picture(
        in decoder: ImageDecoder, _ request: ScanRequest, _ search: inout Search
    ) throws(PictureError) -> ScanReport.Picture {
        let isLarge = decoder.scalesWhileDecoding && decoder.width * decoder.height > Self.pixelsAtFullSize
        let luma = try decoder.luma(isLarge ? .half : .full)
        search.stopwatch.lap(.decode)
        // A picture that was slow to decode is still searched: the worker's time limit bounds both.
        search.leave(Self.leastSearch)
        let decoding = Duration.microseconds(search.stopwatch.times[.decode])
        let layout = request.expectation?.layout
        var pyramid = Pyramid(luma)
        var scale = isLarge ? 2 : 1
        reader.read(&pyramid, scale: scale, layout: layout, in: &search)
        // At full size a file may need more memory than the sandbox allows, or more time than is left; then half size
        // has to do.
        if !search.isSatisfied, isLarge, search.allows(decoding * 2), let full = try? decoder.luma() {
            search.stopwatch.lap(.decode)
            pyramid = Pyramid(full)
            scale = 1
            reader.read(&pyramid, layout: layout, isSecondLook: true, in: &search)
        }
        // Bars that were found and not read may be white on dark. What the negative says of unread bars is left out.
        if !search.isSatisfied, search.bars.contains(where: { $0.verdict != .read && $0.verdict != .other }) {
            var another = search
            pyramid = Pyramid(pyramid.level(0).negative)
            reader.read(&pyramid, scale: scale, layout: layout, in: &another)
            if another.isSatisfied { search = another } else { search.stopwatch = another.stopwatch }
        }
        let orientation = decoder.orientation
        let swaps = orientation.swapsSides
        let wantsCopy =
            switch request.copy {
            case .never: false
            case .ifUnsatisfied: !search.isSatisfied
            case .always: true
            }
        return ScanReport.Picture(
            format: decoder.format,
            width: swaps ? decoder.height : decoder.width, height: swaps ? decoder.width : decoder.height,
            symbols: search.findings.symbols.map { $0.moved(decoder.upright) },
            bars: search.bars.map { $0.moved(decoder.upright) },
            copy: wantsCopy ? GreyCopy(of: luma, orientation: orientation) : nil)
    }
}

extension ImageDecoder {
    /// Corners inside the picture (halving and turning may round over its edge) and as the upright picture shows them, clockwise.
    fileprivate func upright(_ corners: [Point]) -> [Point] {
        let turned = corners.map { corner in
            let inside = Point(x: min(max(corner.x, 0), width), y: min(max(corner.y, 0), height))
            return orientation.upright(inside, width: width, height: height)
        }
        return orientation.mirrors ? turned.reversed() : turned
    }
}
