/// A grey picture: one byte a pixel, rows without gaps, at least one pixel.
package struct Luma: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    /// The longer of the two sides.
    package var longSide: Int { max(width, height) }

    /// Takes pixels as they are; nil if their number is not width × height.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixels.count == count else { return nil }
        self.init(width: width, height: height, exactly: pixels)
    }

    /// A picture whose pixels are written by `fill`; nil if that answers false. One allocation, which is not cleared first.
    init?(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool) {
        guard width > 0, height > 0 else { return nil }
        let count = width * height
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe written = fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count])) ? count : 0
        }
        guard pixels.count == count else { return nil }
        self.init(width: width, height: height, exactly: pixels)
    }

    init(width: Int, height: Int, exactly pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
