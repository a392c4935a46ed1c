/// A photo of a person in two sizes: squares in JPEG, without metadata.
package struct Portrait: Hashable, Sendable {
    /// The longest sides, in pixels.
    package static let largeSide = 512
    package static let smallSide = 128
    /// The most bytes of one of them.
    package static let limit = 262_144
    /// 10 MB and 40 megapixels, since colours need three times the memory of grey.
    package static let limits = PictureLimits(bytes: 10_000_000, pixels: 40_000_000)

    package let large: [UInt8]
    package let small: [UInt8]

    /// Decodes a photo, cuts out the square in its middle, and encodes it again.
    init(of file: [UInt8]) throws(PictureError) {
        let decoder = try ImageDecoder(file, limits: Portrait.limits)
        let picture = try decoder.colours(atLeast: Portrait.largeSide)
        guard let large = Portrait.jpeg(of: picture, Portrait.largeSide, decoder.orientation),
            let small = Portrait.jpeg(of: picture, Portrait.smallSide, decoder.orientation)
        else { throw .damaged }
        (self.large, self.small) = (large, small)
    }

    /// Accepts bytes that are within the limit and JPEGs from the first to the last marker.
    package init?(large: [UInt8], small: [UInt8]) {
        guard GreyCopy(jpeg: large) != nil, GreyCopy(jpeg: small) != nil else { return nil }
        (self.large, self.small) = (large, small)
    }

    private static func jpeg(of picture: ColourPicture, _ side: Int, _ orientation: ExifOrientation) -> [UInt8]? {
        guard let square = picture.square(side, orientation) else { return nil }
        return [85, 70, 50].lazy.compactMap { JPEG.encoded(square, quality: $0) }.first { $0.count <= limit }
    }
}
