extension Array {
    /// Splits rows into those that one statement stores: sixteen, four or one, so that few statements are prepared.
    /// - Parameter isAlike: whether the statement of two rows next to each other can be the same.
    func together(where isAlike: (Element, Element) -> Bool = { _, _ in true }) -> [ArraySlice<Element>] {
        var (rest, parts) = (self[...], [ArraySlice<Element>]())
        while let first = rest.first {
            let alike = rest.prefix(16).prefix { isAlike(first, $0) }
            let part = alike.prefix([16, 4].first { $0 <= alike.count } ?? 1)
            parts.append(part)
            rest = rest.dropFirst(part.count)
        }
        return parts
    }
}
