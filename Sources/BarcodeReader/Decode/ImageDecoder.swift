/// A picture file with a checked header; decodes it straight to grey.
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
    /// The size as decoded, before rotation by `orientation`.
    package let width: Int
    package let height: Int
    package let orientation: ExifOrientation
    private let bytes: [UInt8]

    /// Reads the header only: nothing is decoded yet.
    package init(_ bytes: [UInt8], limits: PictureLimits = .standard) throws(PictureError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        guard let format = PictureFormat(recognising: bytes) else { throw .unsupportedFormat(nil) }
        let bytes = format == .heic ? HEIFBoxes.withoutAsides(bytes) : bytes
        switch format {
        case .jpeg:
            (width, height) = try JPEG.size(of: bytes)
            orientation = ExifOrientation(jpeg: bytes)
        case .png:
            (width, height) = try PNG.size(of: bytes)
            orientation = .upright
        case .webp:
            (width, height, orientation) = try WebP.header(of: bytes)
        case .heic:
            (width, height) = try HEIF.size(of: bytes)
            orientation = .upright
        case .gif, .avif, .tiff, .bmp, .jpegXL, .svg, .pdf, .video:
            throw .unsupportedFormat(format)
        }
        self.format = format
        // All formats store sides in at most 31 bits, so the product cannot overflow.
        guard width > 0, height > 0 else { throw .damaged }
        guard width * height <= limits.pixels else { throw .tooManyPixels(limit: limits.pixels) }
        self.bytes = bytes
    }

    /// Whether decoding at a smaller scale is faster; otherwise the whole picture is decoded and halved.
    package var scalesWhileDecoding: Bool { format == .jpeg }

    /// Decodes to grey, sides divided by the scale and rounded up (JPEG) or down (others).
    package func luma(_ scale: Scale = .full) throws(PictureError) -> Luma {
        if scalesWhileDecoding { return try JPEG.luma(of: bytes, width: width, height: height, scale: scale) }
        var luma = try whole()
        for _ in 0..<scale.rawValue.trailingZeroBitCount { luma = luma.halved() }
        return luma
    }

    /// Decodes in colours, JPEG at the smallest scale whose shorter side has this many pixels.
    func colours(atLeast side: Int) throws(PictureError) -> ColourPicture {
        switch format {
        case .jpeg:
            let scale = [Scale.eighth, .quarter, .half].first { min(width, height) / $0.rawValue >= side }
            return try JPEG.colours(of: bytes, width: width, height: height, scale: scale ?? .full)
        case .png: return try PNG.colours(of: bytes, width: width, height: height)
        case .webp: return try WebP.colours(of: bytes)
        case .heic: return try HEIF.colours(of: bytes, width: width, height: height)
        default: throw .unsupportedFormat(format)
        }
    }

    private func whole() throws(PictureError) -> Luma {
        switch format {
        case .png: try PNG.luma(of: bytes, width: width, height: height)
        case .webp: try WebP.luma(of: bytes)
        case .heic: try HEIF.luma(of: bytes, width: width, height: height)
        default: throw .unsupportedFormat(format)
        }
    }
}
