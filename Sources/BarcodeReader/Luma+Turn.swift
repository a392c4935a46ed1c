extension Luma {
    /// The picture turned clockwise about its middle, bilinear, on white: for bars that lie aslant.
    package func turned(by turn: Turn) -> Luma {
        let turned = unsafe Luma(width: turn.width, height: turn.height) { target in
            unsafe target.update(repeating: 255)
            return unsafe pixels.withUnsafeBufferPointer { source in
                guard width > 1, height > 1, let from = source.baseAddress, let to = target.baseAddress else {
                    return true
                }
                for y in 0..<turn.height {
                    // Pixel centres lie at half coordinates.
                    let start = turn.origin(x: 0.5, y: Double(y) + 0.5)
                    let row = TurnedRow(
                        u: start.x - 0.5, v: start.y - 0.5, du: turn.cosine, dv: -turn.sine, count: turn.width,
                        width: width, height: height)
                    unsafe row.write(to + y * turn.width, from: from, stride: width)
                }
                return true
            }
        }
        return turned ?? self
    }
}

/// One row of a turned picture: a straight line through the original, in 16.16 fixed point.
private struct TurnedRow {
    private let u: Int
    private let v: Int
    private let du: Int
    private let dv: Int
    /// The pixels of the row whose four neighbours all lie inside the original: no bound is checked in the loop.
    private let inside: Range<Int>

    init(u: Double, v: Double, du: Double, dv: Double, count: Int, width: Int, height: Int) {
        self.u = Int((u * 65536).rounded())
        self.v = Int((v * 65536).rounded())
        self.du = Int((du * 65536).rounded())
        self.dv = Int((dv * 65536).rounded())
        let across = Self.range(self.u, self.du, below: (width - 1) << 16, count: count)
        let down = Self.range(self.v, self.dv, below: (height - 1) << 16, count: count)
        inside = across.clamped(to: down)
    }

    /// The `i` in 0..<count for which 0 ≤ start + i · step < end.
    private static func range(_ start: Int, _ step: Int, below end: Int, count: Int) -> Range<Int> {
        func ceilDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? (a + b - 1) / b : -(-a / b) }
        let (first, last): (Int, Int)
        if step > 0 {
            (first, last) = (ceilDivide(-start, step), ceilDivide(end - start, step))
        } else if step < 0 {
            (first, last) = (ceilDivide(start - end + 1, -step), ceilDivide(start + 1, -step))
        } else {
            (first, last) = start >= 0 && start < end ? (0, count) : (0, 0)
        }
        let lower = min(max(first, 0), count)
        return lower..<max(lower, min(last, count))
    }

    func write(_ target: UnsafeMutablePointer<UInt8>, from source: UnsafePointer<UInt8>, stride: Int) {
        for x in inside {
            let (u, v) = (self.u &+ x &* du, self.v &+ x &* dv)
            let (fu, fv) = ((u &>> 8) & 255, (v &>> 8) & 255)
            let corner = unsafe source + ((v &>> 16) &* stride &+ (u &>> 16))
            let top = unsafe Int(corner[0]) &* (256 &- fu) &+ Int(corner[1]) &* fu
            let bottom = unsafe Int(corner[stride]) &* (256 &- fu) &+ Int(corner[stride &+ 1]) &* fu
            let mean = (top &* (256 &- fv) &+ bottom &* fv &+ 32768) &>> 16
            unsafe target[x] = UInt8(truncatingIfNeeded: mean)
        }
    }
}
