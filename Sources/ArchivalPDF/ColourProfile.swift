/// The colour profile of sRGB (IEC 61966-2-1), made here: ICC.1:2010, version 4, about 500 bytes.
enum ColourProfile {
    static let sRGB: [UInt8] = {
        let tags: [(name: String, data: [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No copyright, use freely")),
            ("wtpt", xyz(0.9642, 1, 0.8249)),
            // The primaries, adapted from D65 to D50 by Bradford's matrix, which is `chad`.
            ("rXYZ", xyz(0.436065674, 0.222488403, 0.013916016)),
            ("gXYZ", xyz(0.385147095, 0.716873169, 0.097076416)),
            ("bXYZ", xyz(0.143066406, 0.060607910, 0.714096069)),
            (
                "chad",
                signature("sf32")
                    + [
                        1.047882080, 0.022918701, -0.050201416, 0.029586792, 0.990478516, -0.017059326, -0.009231567,
                        0.015075684, 0.751678467,
                    ].flatMap(fixed)
            ),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        // The three curves share one place.
        var places: [(name: String, offset: Int, size: Int)] = []
        var data: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            if bytes == curve, let earlier = places.first(where: { $0.name == "rTRC" }) {
                places.append((name, earlier.offset, earlier.size))
                continue
            }
            places.append((name, start + data.count, bytes.count))
            data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        let table =
            number(tags.count)
            + places.flatMap { Array($0.name.utf8) + number($0.offset) + number($0.size) }
        return header(size: start + data.count) + table + data
    }()

    /// The header of 128 bytes (7.2): a display profile from RGB to XYZ, of 1 January 2026.
    private static func header(size: Int) -> [UInt8] {
        var header = number(size) + [0, 0, 0, 0, 4, 0x20, 0, 0]
        header += Array("mntrRGB XYZ ".utf8)
        header += [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + [UInt8](repeating: 0, count: 128 - header.count)
    }

    /// The curve of sRGB as a parametric one of type 3 (10.16).
    private static let curve: [UInt8] =
        signature("para") + [0, 3, 0, 0]
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

    /// A text in English (10.13).
    private static func text(_ text: String) -> [UInt8] {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return signature("mluc") + number(1) + number(12) + Array("enUS".utf8) + number(units.count) + number(28)
            + units
    }

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        signature("XYZ ") + [x, y, z].flatMap(fixed)
    }

    private static func signature(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

    private static func number(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A number of 16 bits before and 16 behind the point (4.6).
    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }
}
