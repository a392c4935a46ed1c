extension Luma {
    /// Dark where the picture is light.
    package var negative: Luma { Luma(width: width, height: height, exactly: pixels.map { 255 - $0 }) }

    /// The picture at half size: each pixel is the mean of 2×2; an odd last row or column is left out.
    ///
    /// A side of one pixel stays; a single pixel comes back unchanged.
    package func halved() -> Luma {
        let (width, height) = (max(1, self.width / 2), max(1, self.height / 2))
        let (right, down) = (self.width > 1 ? 1 : 0, self.height > 1 ? self.width : 0)
        let half = unsafe Luma(width: width, height: height) { target in
            unsafe pixels.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return false }
                for y in 0..<height {
                    let upper = unsafe from + 2 * y * self.width
                    let lower = unsafe upper + down
                    let row = unsafe to + y * width
                    for x in 0..<width {
                        let top = unsafe UInt16(upper[2 &* x]) &+ UInt16(upper[2 &* x &+ right])
                        let bottom = unsafe UInt16(lower[2 &* x]) &+ UInt16(lower[2 &* x &+ right])
                        unsafe row[x] = UInt8(truncatingIfNeeded: (top &+ bottom &+ 2) &>> 2)
                    }
                }
                return true
            }
        }
        return half ?? self
    }
}
