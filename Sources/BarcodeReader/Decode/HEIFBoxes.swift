/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) in a part of its bytes.
struct HEIFBoxes: Sequence, IteratorProtocol {
    struct Box {
        let type: ArraySlice<UInt8>
        /// The bytes after the box's size and type; a box that claims more than there is ends with the part.
        let content: Range<Int>

        func isOfType(_ name: StaticString) -> Bool { type.elementsEqual("\(name)".utf8) }
    }

    private let bytes: [UInt8]
    private var rest: Range<Int>

    init(of bytes: [UInt8], in part: Range<Int>? = nil) {
        self.bytes = bytes
        rest = part ?? bytes.indices
    }

    mutating func next() -> Box? {
        guard rest.count >= 8 else { return nil }
        let start = rest.lowerBound
        var (size, head) = (number(start..<start + 4), 8)
        // 1: the size follows in eight bytes; 0: it goes to the end.
        if size == 1, rest.count >= 16 { (size, head) = (number(start + 8..<start + 16), 16) }
        let end = size >= head && size <= UInt64(rest.count) ? start + Int(size) : rest.upperBound
        rest = end..<rest.upperBound
        return Box(type: bytes[start + 4..<start + 8], content: start + head..<end)
    }

    private func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
}

extension HEIFBoxes {
    /// The file without references between its items, except those by which a picture consists of tiles.
    ///
    /// Phones let a gain map, a thumbnail or metadata refer to several pictures, or to items that are not pictures. libheif 1.15 calls
    /// such a file invalid. Only the primary picture is read here, so nothing else has to be found from it. The references get another
    /// type in place, so that no offset changes.
    static func withoutAsides(_ bytes: [UInt8]) -> [UInt8] {
        var kept = bytes
        for meta in HEIFBoxes(of: bytes) where meta.isOfType("meta") {
            // Both boxes begin with a version and flags.
            for list in HEIFBoxes(of: bytes, in: meta.content.dropFirst(4)) where list.isOfType("iref") {
                for reference in HEIFBoxes(of: bytes, in: list.content.dropFirst(4)) where !reference.isOfType("dimg") {
                    kept.replaceSubrange(reference.type.indices, with: "free".utf8)
                }
            }
        }
        return kept
    }
}
