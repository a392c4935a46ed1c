import CPNG

/// PNG by libpng's simplified interface, which keeps setjmp and messages to itself.
enum PNG {
    /// The size that the header announces.
    static func size(of bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int) {
        let image = Image()
        let size = unsafe bytes.withUnsafeBytes { source in unsafe image.begin(source) }
        guard let size, size.width > 0, size.height > 0 else { throw .damaged }
        return size
    }

    /// Decodes any depth to grey; transparent pixels become white, as labels are printed.
    static func luma(of bytes: [UInt8], width: Int, height: Int) throws(PictureError) -> Luma {
        let luma = unsafe Luma(width: width, height: height) { target in
            let image = Image()
            return unsafe bytes.withUnsafeBytes { source in
                guard let size = unsafe image.begin(source), size == (width, height) else { return false }
                return unsafe image.finish(target, format: PNG.grey)
            }
        }
        guard let luma else { throw .damaged }
        return luma
    }

    /// Decodes any depth to colours; transparent pixels become white.
    static func colours(of bytes: [UInt8], width: Int, height: Int) throws(PictureError) -> ColourPicture {
        let picture = unsafe ColourPicture(width: width, height: height) { target in
            let image = Image()
            return unsafe bytes.withUnsafeBytes { source in
                guard let size = unsafe image.begin(source), size == (width, height) else { return false }
                return unsafe image.finish(target, format: PNG.rgb)
            }
        }
        guard let picture else { throw .damaged }
        return picture
    }

    /// PNG_FORMAT_GRAY and PNG_FORMAT_RGB, which cannot be imported.
    private static let grey: UInt32 = 0
    private static let rgb: UInt32 = 2

    /// One decoding. libpng keeps the address of the structure, so it must not move like a Swift value.
    @safe private struct Image: ~Copyable {
        private let image: png_imagep

        init() {
            unsafe image = .allocate(capacity: 1)
            unsafe image.initialize(to: png_image())
            unsafe image.pointee.version = UInt32(PNG_IMAGE_VERSION)
        }

        deinit {
            unsafe png_image_free(image)
            unsafe image.deallocate()
        }

        /// Reads the header; nil if it is not one.
        func begin(_ source: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
            guard unsafe png_image_begin_read_from_memory(image, source.baseAddress, source.count) != 0 else {
                return nil
            }
            return unsafe (Int(image.pointee.width), Int(image.pointee.height))
        }

        /// Decodes into one byte a pixel or three; false if the data are damaged.
        func finish(_ target: UnsafeMutableBufferPointer<UInt8>, format: UInt32) -> Bool {
            unsafe image.pointee.format = format
            // Without it libpng takes 16 bits a channel for linear light, which no phone or scanner writes.
            unsafe image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var white = png_color(red: 255, green: 255, blue: 255)
            return unsafe png_image_finish_read(image, &white, target.baseAddress, 0, nil) != 0
        }
    }
}
