/// How a stored picture must be turned to be upright (EXIF 2.32, tag 0x0112).
///
/// Reading bars does not need it: they are the same turned or mirrored. Reported positions and the grey copy do.
package enum ExifOrientation: UInt8, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored, turnedHalf, upsideDownMirrored
    case transposed, turnedLeft, transversed, turnedRight

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Whether left and right change places.
    package var mirrors: Bool { [.mirrored, .upsideDownMirrored, .transposed, .transversed].contains(self) }

    /// Where a point of the stored picture of that size lies in the upright one.
    package func upright(_ point: Point, width: Int, height: Int) -> Point {
        let (x, y) = (point.x, point.y)
        return switch self {
        case .upright: point
        case .mirrored: Point(x: width - x, y: y)
        case .turnedHalf: Point(x: width - x, y: height - y)
        case .upsideDownMirrored: Point(x: x, y: height - y)
        case .transposed: Point(x: y, y: x)
        case .turnedLeft: Point(x: height - y, y: x)
        case .transversed: Point(x: height - y, y: width - x)
        case .turnedRight: Point(x: y, y: width - x)
        }
    }
}

extension ExifOrientation {
    /// Where pixels are in a stored picture of that size: the one seen at (x, y) is stored at
    /// start + x · right + y · down.
    func steps(width: Int, height: Int) -> (start: Int, right: Int, down: Int) {
        let count = width * height
        return switch self {
        case .upright: (0, 1, width)
        case .mirrored: (width - 1, -1, width)
        case .turnedHalf: (count - 1, -1, -width)
        case .upsideDownMirrored: (count - width, 1, -width)
        case .transposed: (0, width, 1)
        case .turnedLeft: (count - width, -width, 1)
        case .transversed: (count - 1, -width, -1)
        case .turnedRight: (width - 1, width, -1)
        }
    }
}

extension Luma {
    /// The stored picture as it must be seen.
    package func upright(_ orientation: ExifOrientation) -> Luma {
        guard orientation != .upright else { return self }
        let (start, right, down) = orientation.steps(width: width, height: height)
        let (width, height) = orientation.swapsSides ? (self.height, self.width) : (self.width, self.height)
        let seen = unsafe Luma(width: width, height: height) { target in
            for y in 0..<height {
                for x in 0..<width {
                    unsafe target[y * width + x] = pixels[start + x * right + y * down]
                }
            }
            return true
        }
        return seen ?? self
    }
}
