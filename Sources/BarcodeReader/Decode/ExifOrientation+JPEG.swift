extension ExifOrientation {
    /// The orientation that a JPEG file states; upright if it states none, or none that can be understood.
    package init(jpeg bytes: [UInt8]) {
        self = Self.exif(in: bytes).flatMap { Self.orientation(inTIFF: bytes, $0) } ?? .upright
    }

    /// The orientation in a TIFF structure; nil if it states none, or none that can be understood.
    init?(tiff bytes: [UInt8]) {
        guard let orientation = Self.orientation(inTIFF: bytes, bytes.indices) else { return nil }
        self = orientation
    }

    /// Where the TIFF structure of the first Exif segment lies (APP1, "Exif", two zeros).
    private static func exif(in bytes: [UInt8]) -> Range<Int>? {
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if marker == 0xFF {  // fill byte before a marker
                offset += 1
                continue
            }
            // Entropy-coded data follows a start of scan; markers without a length do not belong here.
            guard marker != 0xDA, marker != 0xD9, marker != 0x01, !(0xD0...0xD8).contains(marker) else { return nil }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            let end = offset + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            let content = offset + 4
            if marker == 0xE1, content + 6 <= end,
                bytes[content..<content + 6].elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0])
            {
                return content + 6..<end
            }
            offset = end
        }
        return nil
    }

    /// The orientation in the first directory of a TIFF structure; every access stays inside `place`.
    private static func orientation(inTIFF bytes: [UInt8], _ place: Range<Int>) -> ExifOrientation? {
        guard place.count >= 8 else { return nil }
        let littleEndian = bytes[place.lowerBound] == 0x49
        func number(_ count: Int, at offset: Int) -> Int? {
            guard offset >= 0, offset + count <= place.count else { return nil }
            let start = place.lowerBound + offset
            let parts = bytes[start..<start + count]
            return littleEndian
                ? parts.reversed().reduce(0) { $0 << 8 | Int($1) } : parts.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, at: 0) == (littleEndian ? 0x4949 : 0x4D4D), number(2, at: 2) == 42,
            let directory = number(4, at: 4), let entries = number(2, at: directory)
        else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + entry * 12
            guard let tag = number(2, at: start) else { return nil }
            guard tag == 0x0112 else { continue }
            // A SHORT, once: its value stands in the first two bytes of the value field.
            guard number(2, at: start + 2) == 3, number(4, at: start + 4) == 1, let value = number(2, at: start + 8)
            else { return nil }
            return UInt8(exactly: value).flatMap(ExifOrientation.init(rawValue:))
        }
        return nil
    }
}
