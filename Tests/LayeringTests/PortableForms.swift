/// Forms of SQLite's statements that other engines refuse, or answer differently. See decision 0030.
struct PortableForms {
    let schema: SchemaColumns

    /// The names of the forms that a statement uses.
    func findings(in sql: String) -> [String] {
        var found: [String] = []
        if sql.contains(#/\bIS (?!NULL\b|NOT NULL\b)/#) { found.append("IS of two values") }
        if hasUnnamedSubquery(sql) { found.append("a subquery without a name") }
        if hasJoinWithoutCondition(sql) { found.append("JOIN without ON") }
        if hasBareSum(sql) { found.append("SUM without CAST") }
        if sql.contains(#/\([a-z_.]+ (?:=|<>|<=|>=|<|>) [^()]*\) (?:=|<>) /#) { found.append("a truth as a number") }
        if sql.contains(#/\? [-+*/] \?/#) { found.append("values without a type") }
        if hasSubqueryInRows(sql) { found.append("a subquery among the values of rows") }
        found += insertsWithoutNumber(sql).map { "INSERT INTO \($0) without its number" }
        found += unorderedNulls(sql).map { "ORDER BY \($0), which may be NULL" }
        return found
    }

    /// The text after the parenthesis that closes the one before it; nil: it stands in another literal.
    private func rest(afterParenthesis text: Substring) -> Substring? {
        var depth = 1
        for (index, character) in zip(text.indices, text) {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return nil
    }

    // Names are in lower case, and words of SQL in upper case.

    private func hasUnnamedSubquery(_ sql: String) -> Bool {
        sql.matches(of: #/\b(?:FROM|JOIN) \(/#).contains { match in
            guard let rest = rest(afterParenthesis: sql[match.range.upperBound...]) else { return false }
            return !rest.starts(with: #/\ (?:AS )?[a-z]/#)
        }
    }

    private func hasJoinWithoutCondition(_ sql: String) -> Bool {
        sql.matches(of: #/\bJOIN /#).contains { match in
            if sql[..<match.range.lowerBound].hasSuffix("CROSS ") { return false }
            var rest = sql[match.range.upperBound...]
            if rest.first == "(" {
                guard let after = self.rest(afterParenthesis: rest.dropFirst()) else { return false }
                rest = after.drop { $0 == " " }
            } else if let table = rest.prefixMatch(of: #/[a-z_"?]+/#) {
                rest = rest[table.range.upperBound...].drop { $0 == " " }
            }
            if let alias = rest.prefixMatch(of: #/(?:AS )?[a-z_]+ ?/#) { rest = rest[alias.range.upperBound...] }
            return !rest.starts(with: #/ON |USING /#)
        }
    }

    /// In one row it may stand: `PostgresDialect.form(of:)` selects it. Citus refuses others.
    private func hasSubqueryInRows(_ sql: String) -> Bool {
        guard let values = sql.firstMatch(of: #/^INSERT .*?VALUES \(/#), sql.contains("(SELECT ") else { return false }
        return rest(afterParenthesis: sql[values.range.upperBound...])?.contains { $0 != " " } ?? false
    }

    private func hasBareSum(_ sql: String) -> Bool {
        sql.matches(of: #/\bSUM\(/#).contains { match in
            let before = sql[..<match.range.lowerBound]
            return !before.hasSuffix("CAST(") && !before.hasSuffix("CAST(COALESCE(")
        }
    }

    private func insertsWithoutNumber(_ sql: String) -> [String] {
        sql.matches(of: #/\bINSERT INTO (\w+) (?:\(([^)]*)\))?/#).compactMap { match in
            let table = String(match.1)
            guard let number = schema.numbered[table] else { return nil }
            let columns = (match.2 ?? "").split { !$0.isLetter && $0 != "_" }
            return columns.contains(Substring(number)) ? nil : table
        }
    }

    /// SQLite sorts NULL before every value, others after. A condition on the column leaves NULL out, or names it.
    private func unorderedNulls(_ sql: String) -> [String] {
        var tables: [String: String] = [:]
        for match in sql.matches(of: #/\b(?:FROM|JOIN|UPDATE) "?([a-z_]+)"?(?: (?:AS )?([a-z_]+))?/#) {
            let table = String(match.1)
            tables[match.2.map { String($0) } ?? table] = table
        }
        var found: [String] = []
        for match in sql.matches(of: #/\bORDER BY ([^()]+?)(?: LIMIT\b|\)|$)/#) {
            for term in match.1.split(separator: ",") {
                guard let column = term.wholeMatch(of: #/\ ?(?:([a-z_]+)\.)?([a-z_]+)(?: ASC| DESC)?\ ?/#) else {
                    continue
                }
                let name = String(column.2)
                let owners = column.1.map { tables[String($0)].map { [$0] } ?? [] } ?? Array(tables.values)
                guard owners.contains(where: { schema.nullable[$0]?.contains(name) ?? false }) else { continue }
                let isBound = sql.matches(of: #/([a-z_]+) (?:IS (?:NOT )?NULL|[<>=]|BETWEEN|IN )/#).contains {
                    $0.1 == name
                }
                if !isBound { found.append(name) }
            }
        }
        return found
    }
}
