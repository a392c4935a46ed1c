import CTurboJPEG

/// JPEG by libjpeg-turbo's TurboJPEG interface, which keeps setjmp and messages to itself.
enum JPEG {
    /// The size that the header announces.
    static func size(of bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int) {
        let handle = try Handle.decompressor()
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
        // The result is ignored: unusual chroma subsampling is an error here, but does not matter for grey.
        _ = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe tjDecompressHeader3(
                handle.pointer, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colours)
        }
        guard width > 0, height > 0, colours >= 0 else { throw .damaged }
        let grey = [TJCS_GRAY, TJCS_YCbCr, TJCS_RGB].map { Int32($0.rawValue) }
        guard grey.contains(colours) else { throw .unsupportedColour }
        return (Int(width), Int(height))
    }

    /// Decodes to grey. Warnings (a truncated file, stray bytes) are ignored: half a photo may show the code.
    static func luma(of bytes: [UInt8], width: Int, height: Int, scale: ImageDecoder.Scale) throws(PictureError) -> Luma
    {
        let handle = try Handle.decompressor()
        let divisor = scale.rawValue
        let (width, height) = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        let luma = unsafe Luma(width: width, height: height) { target in
            let result = unsafe bytes.withUnsafeBufferPointer { source in
                // The limit of 500 scans stops progressive files that are made to decode for minutes.
                unsafe tjDecompress2(
                    handle.pointer, source.baseAddress, UInt(source.count), target.baseAddress, Int32(width), 0,
                    Int32(height), Int32(TJPF_GRAY.rawValue), TJFLAG_LIMITSCANS)
            }
            return unsafe result == 0 || tjGetErrorCode(handle.pointer) == Int32(TJERR_WARNING.rawValue)
        }
        guard let luma else { throw .damaged }
        return luma
    }

    /// Decodes in colours, with the same leniency.
    static func colours(
        of bytes: [UInt8], width: Int, height: Int, scale: ImageDecoder.Scale
    ) throws(PictureError) -> ColourPicture {
        let handle = try Handle.decompressor()
        let divisor = scale.rawValue
        let (width, height) = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        let picture = unsafe ColourPicture(width: width, height: height) { target in
            let result = unsafe bytes.withUnsafeBufferPointer { source in
                unsafe tjDecompress2(
                    handle.pointer, source.baseAddress, UInt(source.count), target.baseAddress, Int32(width), 0,
                    Int32(height), Int32(TJPF_RGB.rawValue), TJFLAG_LIMITSCANS)
            }
            return unsafe result == 0 || tjGetErrorCode(handle.pointer) == Int32(TJERR_WARNING.rawValue)
        }
        guard let picture else { throw .damaged }
        return picture
    }

    /// Encodes colours as a minimal JPEG; nil if libjpeg has no memory.
    static func encoded(_ picture: ColourPicture, quality: Int) -> [UInt8]? {
        encoded(
            picture.pixels, width: picture.width, height: picture.height, pixels: TJPF_RGB, subsampling: TJSAMP_420,
            quality: quality)
    }

    /// Encodes grey as a minimal JPEG; nil if libjpeg has no memory.
    static func encoded(_ luma: Luma, quality: Int) -> [UInt8]? {
        encoded(
            luma.pixels, width: luma.width, height: luma.height, pixels: TJPF_GRAY, subsampling: TJSAMP_GRAY,
            quality: quality)
    }

    private static func encoded(
        _ samples: [UInt8], width: Int, height: Int, pixels: TJPF, subsampling: TJSAMP, quality: Int
    ) -> [UInt8]? {
        guard let handle = try? Handle.compressor() else { return nil }
        let (width, height, subsampling) = (Int32(width), Int32(height), Int32(subsampling.rawValue))
        let capacity = tjBufSize(width, height, subsampling)
        guard capacity != UInt.max else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, written in
            unsafe samples.withUnsafeBufferPointer { source in
                unsafe handle.compress(
                    source, width: width, height: height, pixels: Int32(pixels.rawValue), subsampling: subsampling,
                    quality: quality, into: buffer, written: &written)
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// A TurboJPEG instance.
    @safe private struct Handle: ~Copyable {
        let pointer: tjhandle

        private init(_ pointer: tjhandle?) throws(PictureError) {
            guard let pointer = unsafe pointer else { throw .damaged }
            unsafe self.pointer = unsafe pointer
        }

        static func decompressor() throws(PictureError) -> Handle { unsafe try Handle(tjInitDecompress()) }
        static func compressor() throws(PictureError) -> Handle { unsafe try Handle(tjInitCompress()) }

        deinit { _ = unsafe tjDestroy(pointer) }

        /// Compresses into a buffer of `tjBufSize` bytes, which libjpeg is told not to grow.
        func compress(
            _ source: UnsafeBufferPointer<UInt8>, width: Int32, height: Int32, pixels: Int32, subsampling: Int32,
            quality: Int,
            into buffer: UnsafeMutableBufferPointer<UInt8>, written: inout Int
        ) {
            var target = buffer.baseAddress
            var size = UInt(buffer.count)
            let result = unsafe tjCompress2(
                pointer, source.baseAddress, width, 0, height, pixels, &target, &size, subsampling,
                Int32(quality), TJFLAG_NOREALLOC)
            written = result == 0 ? Int(size) : 0
        }
    }
}
