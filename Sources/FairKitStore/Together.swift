extension Collection {
    /// Splits rows into those that one statement stores: 32, 16, 8, 4, 2 or 1, so that few statements are prepared.
    /// - Parameter isAlike: whether the statement of two rows next to each other can be the same.
    func together(where isAlike: (Element, Element) -> Bool = { _, _ in true }) -> [SubSequence] {
        var (rest, parts) = (self[...], [SubSequence]())
        while let first = rest.first {
            let alike = rest.prefix(32).prefix { isAlike(first, $0) }
            let part = alike.prefix([32, 16, 8, 4, 2].first { $0 <= alike.count } ?? 1)
            parts.append(part)
            rest = rest.dropFirst(part.count)
        }
        return parts
    }

    /// Splits rows into those that one statement finds: 16, 4 or 1, the last one repeated, so that few statements are
    /// prepared. The server takes four times as long to begin an UPDATE as to change one row more.
    func padded() -> [[Element]] {
        var (rest, parts) = (self[...], [[Element]]())
        while let first = rest.first {
            let part = Array(rest.prefix(16))
            let size = [1, 4].first { part.count <= $0 } ?? 16
            parts.append(part + [Element](repeating: part.last ?? first, count: size - part.count))
            rest = rest.dropFirst(part.count)
        }
        return parts
    }
}
