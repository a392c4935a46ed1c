/// A small upright grey JPEG without metadata, which is kept of a photo that could not be read.
package struct GreyCopy: Hashable, Sendable {
    /// Most bytes of a copy.
    package static let limit = 262_144
    /// Longest side of the first attempt, at which a person can read the digits under the bars.
    static let longestSide = 2048

    package let jpeg: [UInt8]

    /// Creates the copy: reduces first the quality and then the size until it fits; nil only without memory.
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

    /// Accepts bytes that are within the limit and a JPEG from the first to the last marker.
    package init?(jpeg: [UInt8]) {
        guard (4...Self.limit).contains(jpeg.count), jpeg.starts(with: [0xFF, 0xD8]), jpeg.suffix(2) == [0xFF, 0xD9]
        else {
            return nil
        }
        self.jpeg = jpeg
    }
}
