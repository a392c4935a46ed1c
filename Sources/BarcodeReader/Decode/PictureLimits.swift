/// The size limits of a picture, checked before anything is decoded.
package struct PictureLimits: Hashable, Sendable {
    /// Most bytes of a file.
    package let bytes: Int
    /// Most pixels in the header.
    package let pixels: Int

    /// 20 MB and 60 megapixels: above what phones send, and decodable in 512 MB of address space.
    package static let standard = PictureLimits(bytes: 20_000_000, pixels: 60_000_000)

    package init(bytes: Int, pixels: Int) {
        self.bytes = bytes
        self.pixels = pixels
    }
}
