/// A picture in colours: three bytes a pixel (red, green, blue), rows without gaps, at least one pixel.
struct ColourPicture {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// A picture whose pixels are written by `fill`; nil if that answers false.
    init?(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool) {
        guard width > 0, height > 0 else { return nil }
        let count = 3 * width * height
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe written = fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count])) ? count : 0
        }
        guard pixels.count == count else { return nil }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// The square in the middle, upright, with sides of at most `side`: each pixel is the mean of those it covers.
    func square(_ side: Int, _ orientation: ExifOrientation) -> ColourPicture? {
        let whole = min(width, height)
        let side = min(side, whole)
        let (left, top) = ((width - whole) / 2, (height - whole) / 2)
        let (start, right, down) = orientation.steps(width: side, height: side)
        return unsafe ColourPicture(width: side, height: side) { target in
            for y in 0..<side {
                for x in 0..<side {
                    let place = start + x * right + y * down
                    let (column, row) = (place % side, place / side)
                    let columns = left + column * whole / side..<left + max((column + 1) * whole / side, 1)
                    let rows = top + row * whole / side..<top + max((row + 1) * whole / side, 1)
                    var (red, green, blue) = (0, 0, 0)
                    for r in rows {
                        for c in columns {
                            let from = 3 * (r * width + c)
                            red += Int(pixels[from])
                            green += Int(pixels[from + 1])
                            blue += Int(pixels[from + 2])
                        }
                    }
                    let (count, to) = (max(rows.count * columns.count, 1), 3 * (y * side + x))
                    unsafe target[to] = UInt8(red / count)
                    unsafe target[to + 1] = UInt8(green / count)
                    unsafe target[to + 2] = UInt8(blue / count)
                }
            }
            return true
        }
    }
}
