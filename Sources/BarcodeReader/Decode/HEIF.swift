import CHEIF

/// HEIF (ISO/IEC 23008-12) by libheif: one HEVC picture or a grid of them, as phones write, of any depth.
///
/// libheif turns and mirrors by the file's own properties, so an EXIF orientation that stands beside them is never looked at.
enum HEIF {
    /// Loads libheif's decoders, which later versions keep in separate files, before the sandbox is entered.
    static func prepare() { _ = unsafe heif_init(nil) }

    /// The upright size in the header. AV1 in HEIC is refused with its own error, because its decoders are not linked.
    static func size(of bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int) {
        guard !describesAV1(bytes) else { throw .unsupportedFormat(.avif) }
        let file = File()
        return try unsafe file.reading(bytes) { (primary) throws(PictureError) in
            unsafe (
                Int(heif_image_handle_get_width(primary)), Int(heif_image_handle_get_height(primary))
            )
        }
    }

    /// Whether a meta box has a configuration for AV1 (AV1 in HEIF, 2.2.1).
    private static func describesAV1(_ bytes: [UInt8]) -> Bool {
        let name = Array("av1C".utf8)
        return HEIFBoxes(of: bytes).contains { box in
            box.isOfType("meta")
                && (box.content.lowerBound..<max(box.content.lowerBound, box.content.upperBound - 3)).contains {
                    bytes[$0] == name[0] && Array(bytes[$0..<$0 + 4]) == name
                }
        }
    }

    /// Decodes the primary picture's luminance, upright, and ignores thumbnails, depth and other pictures. A size that
    /// differs from the header counts as damage.
    static func luma(of bytes: [UInt8], width: Int, height: Int) throws(PictureError) -> Luma {
        let file = File()
        return try unsafe file.reading(bytes) { (primary) throws(PictureError) in
            var decoded: OpaquePointer?
            let error = unsafe heif_decode_image(
                primary, &decoded, heif_colorspace_undefined, heif_chroma_undefined, nil)
            guard unsafe error.code == heif_error_Ok, let image = unsafe decoded else { throw .damaged }
            defer { unsafe heif_image_release(image) }
            // Pictures stored as RGB have no luminance: their green carries most of it.
            let channel =
                unsafe heif_image_has_channel(image, heif_channel_Y) != 0 ? heif_channel_Y : heif_channel_G
            let luma = try unsafe plane(channel, of: image)
            guard (luma.width, luma.height) == (width, height) else { throw .damaged }
            return luma
        }
    }

    /// Decodes the primary picture in colours, upright.
    static func colours(of bytes: [UInt8], width: Int, height: Int) throws(PictureError) -> ColourPicture {
        let file = File()
        return try unsafe file.reading(bytes) { (primary) throws(PictureError) in
            var decoded: OpaquePointer?
            let error = unsafe heif_decode_image(
                primary, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGB, nil)
            guard unsafe error.code == heif_error_Ok, let image = unsafe decoded else { throw .damaged }
            defer { unsafe heif_image_release(image) }
            var stride: Int32 = 0
            guard let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
                unsafe heif_image_get_width(image, heif_channel_interleaved) == width,
                unsafe heif_image_get_height(image, heif_channel_interleaved) == height, Int(stride) >= 3 * width
            else { throw .damaged }
            let picture = unsafe ColourPicture(width: width, height: height) { target in
                guard let start = target.baseAddress else { return false }
                for y in 0..<height {
                    unsafe (start + 3 * y * width).update(from: plane + y * Int(stride), count: 3 * width)
                }
                return true
            }
            guard let picture else { throw .damaged }
            return picture
        }
    }

    private static func plane(_ channel: heif_channel, of image: OpaquePointer) throws(PictureError) -> Luma {
        var stride: Int32 = 0
        guard let plane = unsafe heif_image_get_plane_readonly(image, channel, &stride) else {
            throw .unsupportedColour
        }
        let (width, height) = unsafe (
            Int(heif_image_get_width(image, channel)), Int(heif_image_get_height(image, channel))
        )
        let depth = unsafe Int(heif_image_get_bits_per_pixel_range(image, channel))
        guard (8...16).contains(depth), width > 0, height > 0, Int(stride) >= width * (depth > 8 ? 2 : 1) else {
            throw .damaged
        }
        let luma = unsafe Luma(width: width, height: height) { target in
            guard let start = target.baseAddress else { return false }
            for y in 0..<height {
                let (row, to) = unsafe (plane + y * Int(stride), start + y * width)
                if depth == 8 {
                    unsafe to.update(from: row, count: width)
                } else {
                    unsafe row.withMemoryRebound(to: UInt16.self, capacity: width) { samples in
                        for x in 0..<width {
                            unsafe to[x] = UInt8(truncatingIfNeeded: min(samples[x] &>> UInt16(depth - 8), 255))
                        }
                    }
                }
            }
            return true
        }
        guard let luma else { throw .damaged }
        return luma
    }

    /// libheif's view of a file's bytes.
    @safe private struct File: ~Copyable {
        private let context: OpaquePointer?

        init() {
            unsafe context = heif_context_alloc()
            // The sandbox has no memory for threads; without them tiles are decoded one after the other.
            if let context = unsafe context { unsafe heif_context_set_max_decoding_threads(context, 0) }
        }

        deinit { unsafe heif_context_free(context) }

        /// Passes the primary picture to the body; libheif reads from the bytes while the body runs.
        func reading<T>(
            _ bytes: [UInt8], _ body: (OpaquePointer) throws(PictureError) -> T
        ) throws(PictureError) -> T {
            let outcome = unsafe bytes.withUnsafeBytes { source -> Result<T, PictureError> in
                let read = unsafe heif_context_read_from_memory_without_copy(
                    context, source.baseAddress, source.count, nil)
                guard unsafe read.code == heif_error_Ok else { return .failure(.damaged) }
                var handle: OpaquePointer?
                let found = unsafe heif_context_get_primary_image_handle(context, &handle)
                guard unsafe found.code == heif_error_Ok, let primary = unsafe handle else { return .failure(.damaged) }
                defer { unsafe heif_image_handle_release(primary) }
                do throws(PictureError) { return .success(try unsafe body(primary)) } catch { return .failure(error) }
            }
            return try outcome.get()
        }
    }
}
