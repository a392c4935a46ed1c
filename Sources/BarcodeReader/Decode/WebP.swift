import CWebP

/// WebP (RFC 9649) by libwebp: lossy or lossless; of an animation the first frame.
enum WebP {
    /// The size and the orientation that the header announces.
    static func header(of bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int, ExifOrientation) {
        try unsafe reading(bytes) { demuxer, frame in
            unsafe (Int(frame.width), Int(frame.height), orientation(demuxer))
        }
    }

    /// Decodes the luminance; what is transparent is shown on white, as labels are printed.
    static func luma(of bytes: [UInt8]) throws(PictureError) -> Luma {
        let luma = try unsafe reading(bytes) { _, frame in unsafe decoded(frame) }
        guard let luma else { throw .damaged }
        return luma
    }

    /// Decodes the colours; what is transparent is shown on white.
    static func colours(of bytes: [UInt8]) throws(PictureError) -> ColourPicture {
        let picture = try unsafe reading(bytes) { _, frame in
            let (width, height) = unsafe (Int(frame.width), Int(frame.height))
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * width * height) { whole in
                guard let start = whole.baseAddress,
                    unsafe WebPDecodeRGBAInto(
                        frame.fragment.bytes, frame.fragment.size, start, whole.count, Int32(4 * width)) != nil
                else { return ColourPicture?.none }
                return unsafe ColourPicture(width: width, height: height) { target in
                    for pixel in 0..<width * height {
                        let alpha = unsafe Int(whole[4 * pixel + 3])
                        for channel in 0..<3 {
                            let shade = unsafe (255 - Int(whole[4 * pixel + channel])) * alpha / 255
                            unsafe target[3 * pixel + channel] = UInt8(255 - shade)
                        }
                    }
                    return true
                }
            }
        }
        guard let picture else { throw .damaged }
        return picture
    }

    private static func decoded(_ frame: WebPIterator) -> Luma? {
        let (width, height) = unsafe (Int(frame.width), Int(frame.height))
        let halfWidth = (width + 1) / 2
        let chroma = halfWidth * ((height + 1) / 2)
        let hasAlpha = unsafe frame.has_alpha != 0
        var config = unsafe WebPDecoderConfig()
        guard unsafe WebPInitDecoderConfig(&config) != 0 else { return nil }
        // libwebp can't decode grey alone, so the colours are discarded.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * chroma) { colours in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: hasAlpha ? width * height : 1) { alpha in
                unsafe Luma(width: width, height: height) { target in
                    guard let (y, u, a) = unsafe bases(target, colours, alpha) else { return false }
                    unsafe config.output.colorspace = hasAlpha ? MODE_YUVA : MODE_YUV
                    unsafe config.output.is_external_memory = 1
                    unsafe config.output.u.YUVA = unsafe WebPYUVABuffer(
                        y: y, u: u, v: u + chroma, a: hasAlpha ? a : nil,
                        y_stride: Int32(width), u_stride: Int32(halfWidth), v_stride: Int32(halfWidth),
                        a_stride: hasAlpha ? Int32(width) : 0,
                        y_size: width * height, u_size: chroma, v_size: chroma, a_size: hasAlpha ? width * height : 0)
                    guard unsafe WebPDecode(frame.fragment.bytes, frame.fragment.size, &config) == VP8_STATUS_OK else {
                        return false
                    }
                    unsafe stretch(target)
                    if hasAlpha { unsafe show(target, onWhiteBy: alpha) }
                    return true
                }
            }
        }
    }

    private static func bases(
        _ y: UnsafeMutableBufferPointer<UInt8>, _ u: UnsafeMutableBufferPointer<UInt8>,
        _ a: UnsafeMutableBufferPointer<UInt8>
    ) -> (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)? {
        guard let y = y.baseAddress, let u = u.baseAddress, let a = a.baseAddress else { return nil }
        return unsafe (y, u, a)
    }

    /// WebP's luminance goes from 16 to 235 (ITU-R BT.601).
    private static func stretch(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let start = pixels.baseAddress else { return }
        for index in 0..<pixels.count {
            let level = unsafe ((Int32(start[index]) &- 16) &* 298 &+ 128) &>> 8
            unsafe start[index] = UInt8(truncatingIfNeeded: min(max(level, 0), 255))
        }
    }

    private static func show(
        _ pixels: UnsafeMutableBufferPointer<UInt8>, onWhiteBy alpha: UnsafeMutableBufferPointer<UInt8>
    ) {
        for index in pixels.indices {
            let shade = unsafe (255 - Int(pixels[index])) * Int(alpha[index]) / 255
            unsafe pixels[index] = UInt8(255 - shade)
        }
    }

    /// The orientation in the Exif chunk: a TIFF structure, maybe after the prefix that it has in JPEG.
    private static func orientation(_ demuxer: OpaquePointer) -> ExifOrientation {
        var chunk = unsafe WebPChunkIterator()
        defer { unsafe WebPDemuxReleaseChunkIterator(&chunk) }
        guard unsafe WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0 else { return .upright }
        let bytes = unsafe Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
        let mark = Array("Exif\0\0".utf8)
        return ExifOrientation(tiff: bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes) ?? .upright
    }

    /// Passes the first frame to the body; it and the demuxer read from the bytes while the body runs.
    private static func reading<T>(
        _ bytes: [UInt8], _ body: (OpaquePointer, WebPIterator) -> T
    ) throws(PictureError) -> T {
        let result = unsafe bytes.withUnsafeBufferPointer { source -> T? in
            var data = unsafe WebPData(bytes: source.baseAddress, size: source.count)
            guard let demuxer = unsafe WebPDemux(&data) else { return nil }
            defer { unsafe WebPDemuxDelete(demuxer) }
            var frame = unsafe WebPIterator()
            defer { unsafe WebPDemuxReleaseIterator(&frame) }
            guard unsafe WebPDemuxGetFrame(demuxer, 1, &frame) != 0, unsafe frame.width > 0, unsafe frame.height > 0
            else { return nil }
            return unsafe body(demuxer, frame)
        }
        guard let result else { throw .damaged }
        return result
    }
}
