/// A small grey JPEG of a picture, upright and without metadata: what is kept of a photo that could not be read.
package struct GreyCopy: Hashable, Sendable {
    /// Most bytes a copy may have.
    package static let limit = 262_144
    /// Longest side of the first attempt: a person reads the digits under the bars from it.
    static let longestSide = 2048

    package let jpeg: [UInt8]

    /// Makes the copy: first less quality, then fewer pixels, until it fits; nil only if there is no memory.
    package init?(of luma: Luma, orientation: ExifOrientation) {
        var small = luma
        while small.longSide > Self.longestSide { small = small.halved() }
        small = small.upright(orientation)
        while true {
            for quality in [80, 65, 50, 35] {
                guard let jpeg = JPEG.encoded(small, quality: quality) else { return nil }
                if jpeg.count <= Self.limit {
                    self.jpeg = jpeg
                    return
                }
            }
            let half = small.halved()
            guard half != small else { return nil }
            small = half
        }
    }

    /// Takes bytes that claim to be a copy: no larger than the limit, a JPEG from its first marker to its last.
    package init?(jpeg: [UInt8]) {
        guard (4...Self.limit).contains(jpeg.count), jpeg.starts(with: [0xFF, 0xD8]), jpeg.suffix(2) == [0xFF, 0xD9]
        else {
            return nil
        }
        self.jpeg = jpeg
    }
}
