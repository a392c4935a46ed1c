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

    /// Splits rows into those that one statement finds. The last one is repeated up to one of a few sizes, so that few
    /// statements are prepared. The server takes four times as long to begin an UPDATE as to change one row more.
    /// - Parameter sizes: how many rows a statement can find, from the fewest.
    func padded(to sizes: [Int] = [1, 4, 16]) -> [[Element]] {
        var (rest, parts) = (self[...], [[Element]]())
        while let first = rest.first {
            let part = Array(rest.prefix(sizes.last ?? 1))
            let size = sizes.first { part.count <= $0 } ?? part.count
            parts.append(part + [Element](repeating: part.last ?? first, count: size - part.count))
            rest = rest.dropFirst(part.count)
        }
        return parts
    }
}
