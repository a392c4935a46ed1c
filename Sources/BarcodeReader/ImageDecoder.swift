/// A JPEG or PNG file whose header has been read and found within the limits; decodes it straight to grey.
///
/// Of several frames only the first is decoded.
package struct ImageDecoder: Sendable {
    /// How much smaller a picture is wanted; decoding a JPEG smaller costs less time and memory.
    package enum Scale: Int, Hashable, Sendable, CaseIterable {
        case full = 1
        case half = 2
        case quarter = 4
        case eighth = 8
    }

    package let format: PictureFormat
    /// Size as stored, before any turn.
    package let width: Int
    package let height: Int
    package let orientation: ExifOrientation
    private let bytes: [UInt8]

    /// Reads the header only: nothing is decoded yet.
    package init(_ bytes: [UInt8], limits: PictureLimits = .standard) throws(PictureError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        let format = PictureFormat(recognising: bytes)
        switch format {
        case .jpeg:
            (width, height) = try JPEG.size(of: bytes)
            orientation = ExifOrientation(jpeg: bytes)
            self.format = .jpeg
        case .png:
            (width, height) = try PNG.size(of: bytes)
            orientation = .upright
            self.format = .png
        default:
            throw .unsupportedFormat(format)
        }
        // Both formats store sides in at most 31 bits, so the product cannot overflow.
        guard width * height <= limits.pixels else { throw .tooManyPixels(limit: limits.pixels) }
        self.bytes = bytes
    }

    /// Decodes to grey, sides divided by the scale and rounded up (JPEG) or down (PNG).
    package func luma(_ scale: Scale = .full) throws(PictureError) -> Luma {
        switch format {
        case .jpeg:
            return try JPEG.luma(of: bytes, width: width, height: height, scale: scale)
        default:
            var luma = try PNG.luma(of: bytes, width: width, height: height)
            for _ in 0..<scale.rawValue.trailingZeroBitCount { luma = luma.halved() }
            return luma
        }
    }
}
