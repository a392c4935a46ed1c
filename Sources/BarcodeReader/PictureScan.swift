/// The whole work on one picture: decode, search, copy. What a scan worker does between its request and its report.
package struct PictureScan: ~Copyable {
    /// Pictures above this are searched at half size first: their bars are wide enough there, mostly.
    static let pixelsAtFullSize = 24_000_000

    private var reader: PictureReader
    package let limits: PictureLimits
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Builds the reader, so that work can begin at once when a picture comes.
    package init(
        limits: PictureLimits = .standard, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(Code128Scanner.Unavailable) {
        HEIF.prepare()
        reader = try PictureReader()
        self.limits = limits
        self.now = now
    }

    /// Answers a request about a file.
    package mutating func report(on file: [UInt8], _ request: ScanRequest) -> ScanReport {
        let budget = TimeBudget(.milliseconds(request.milliseconds), now: now)
        let outcome: Result<ScanReport.Picture, PictureError>
        do throws(PictureError) {
            outcome = .success(try picture(in: try ImageDecoder(file, limits: limits), request, budget))
        } catch {
            outcome = .failure(error)
        }
        return ScanReport(outcome, milliseconds: Int(budget.elapsed / .milliseconds(1)))
    }

    private mutating func picture(
        in decoder: ImageDecoder, _ request: ScanRequest, _ budget: TimeBudget
    ) throws(PictureError) -> ScanReport.Picture {
        let isLarge = decoder.scalesWhileDecoding && decoder.width * decoder.height > Self.pixelsAtFullSize
        var search = Search(budget: budget, until: request.isSatisfied)
        let luma = try decoder.luma(isLarge ? .half : .full)
        let decoding = budget.elapsed
        let layout = request.expectation?.layout
        var pyramid = Pyramid(luma)
        reader.read(&pyramid, scale: isLarge ? 2 : 1, layout: layout, in: &search)
        // At full size a file may need more memory than the cage allows, or more time than is left: then half has to do.
        if !search.isSatisfied, isLarge, search.allows(decoding * 2), let full = try? decoder.luma() {
            pyramid = Pyramid(full)
            reader.read(&pyramid, layout: layout, isSecondLook: true, in: &search)
        }
        let orientation = decoder.orientation
        let swaps = orientation.swapsSides
        return ScanReport.Picture(
            format: decoder.format,
            width: swaps ? decoder.height : decoder.width, height: swaps ? decoder.width : decoder.height,
            symbols: search.findings.symbols.map { $0.upright(in: decoder) },
            copy: request.wantsCopy && !search.isSatisfied ? GreyCopy(of: luma, orientation: orientation) : nil)
    }
}

extension Symbol {
    /// Corners inside the picture (halving and turning may round over its edge) and as the upright picture shows them.
    fileprivate func upright(in picture: ImageDecoder) -> Symbol {
        moved { corner in
            let inside = Point(x: min(max(corner.x, 0), picture.width), y: min(max(corner.y, 0), picture.height))
            return picture.orientation.upright(inside, width: picture.width, height: picture.height)
        }
    }
}
