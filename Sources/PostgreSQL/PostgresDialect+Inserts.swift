extension PostgresDialect {
    /// An INSERT of one row with a subquery among its values selects them instead, which means the same: Citus refuses
    /// subqueries in VALUES. SQLite would journal the INSERT that selects, so statements are written with VALUES.
    ///
    /// Every schema has one row in `head`. Without a table, Citus would insert nothing where a condition of the subquery is
    /// NULL.
    package func form(of statement: String) -> String {
        guard statement.hasPrefix("INSERT "), statement.contains("(SELECT "),
            let values = statement.firstRange(of: "VALUES ("),
            let end = statement[values.upperBound...].endOfParenthesis,
            statement[end...].dropFirst().allSatisfy({ $0 == " " || $0 == "\n" })
        else { return statement }
        return "\(statement[..<values.lowerBound])SELECT \(statement[values.upperBound..<end]) FROM head"
    }
}

extension Substring {
    /// Where the parenthesis closes that stands before the text.
    fileprivate var endOfParenthesis: Index? {
        var (depth, isQuoted) = (1, false)
        for index in utf8.indices {
            switch utf8[index] {
            case UInt8(ascii: "'"): isQuoted.toggle()
            case UInt8(ascii: "(") where !isQuoted: depth += 1
            case UInt8(ascii: ")") where !isQuoted: depth -= 1
            default: break
            }
            if depth == 0 { return index }
        }
        return nil
    }
}
