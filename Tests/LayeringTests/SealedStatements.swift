import FoundationEssentials

/// Which columns are sealed, by the source that lists them.
struct SealedNames {
    /// The case of `SealedColumn`, by `table.column`.
    let cases: [String: String]
    let columns: Set<Substring>

    init(_ source: String) {
        let found = source.matches(of: #/case (\w+) = "(\w+)\.(\w+)"/#)
        cases = Dictionary(uniqueKeysWithValues: found.map { ("\($0.2).\($0.3)", String($0.1)) })
        columns = Set(found.map(\.3))
    }
}

/// A word, a value, an interpolation or a sign of a statement.
struct SQLWord: Hashable {
    let text: String

    var isInterpolation: Bool { text.hasPrefix("⟦") }
    var isName: Bool { text.first?.isLetter ?? false }
    /// The last part of `a.b`.
    var column: Substring { text.split(separator: ".").last ?? "" }
    /// The first part of `a.b`; nil: there is one part.
    var table: Substring? { text.contains(".") ? text.split(separator: ".").first : nil }
}

func sqlWords(of statement: String) -> [SQLWord] {
    let pattern = #/⟦[^⟧]*(?:⟦[^⟧]*⟧[^⟧]*)*⟧|--[^\n]*|'[^']*'|[A-Za-z_][A-Za-z_0-9.]*|[0-9]+|<>|<=|>=|[^\s]/#
    return statement.matches(of: pattern).map { SQLWord(text: String($0.output)) }.filter { !$0.text.hasPrefix("--") }
}

/// A statement of a file, and what it does with sealed columns without saying so.
struct SealedStatement {
    let names: SealedNames
    /// The file's text.
    let source: String
    /// Pieces of other files that it may splice in, by name.
    let pieces: [String: String]

    /// The findings of one literal, with its marks.
    func findings(in literal: String) -> [String] {
        let words = sqlWords(of: spliced(literal))
        let tables = tables(in: words)
        return tables.isEmpty ? findings(inPiece: words) : findings(in: words, tables: tables)
    }

    private func spliced(_ literal: String) -> String {
        literal.replacing(#/⟦(\w+)⟧/#) { pieces[String($0.1)] ?? String($0.0) }
    }

    /// The tables of a statement, by their aliases.
    private func tables(in words: [SQLWord]) -> [Substring: Substring] {
        let keywords: Set = [
            "AS", "ON", "WHERE", "JOIN", "CROSS", "LEFT", "SET", "VALUES", "ORDER", "GROUP", "LIMIT", "UNION", "SELECT",
        ]
        var tables: [Substring: Substring] = [:]
        for (index, word) in words.enumerated() where ["FROM", "JOIN", "INTO", "UPDATE"].contains(word.text) {
            guard index + 1 < words.count, words[index + 1].isName else { continue }
            let table = words[index + 1].column
            tables[table] = table
            if index + 2 < words.count, words[index + 2].isName, !keywords.contains(words[index + 2].text) {
                tables[words[index + 2].column] = table
            }
        }
        return tables
    }

    /// A piece without a table only lists columns: it compares and sorts none.
    private func findings(inPiece words: [SQLWord]) -> [String] {
        words.indices.compactMap { index in
            guard words[index].isName, names.columns.contains(words[index].column), index + 1 < words.count else {
                return nil
            }
            let next = words[index + 1].text
            let value = index + 2 < words.count ? words[index + 2].text : ""
            // An assignment of `change(_:set:where:)`.
            if next == "=", value == "NULL" || value.hasPrefix("⟦sealed:") { return nil }
            return ["=", "<>", "<", ">", "<=", ">=", "IN", "LIKE", "BETWEEN"].contains(next)
                ? "compares \(words[index].text)" : nil
        }
    }

    private enum Part {
        case selected, set, other
    }

    private func findings(in words: [SQLWord], tables: [Substring: Substring]) -> [String] {
        func sealed(_ word: SQLWord) -> String? {
            guard word.isName else { return nil }
            if let alias = word.table { return tables[alias].flatMap { names.cases["\($0).\(word.column)"] } }
            return Set(tables.values).sorted().lazy.compactMap { names.cases["\($0).\(word.column)"] }.first
        }
        var findings: [String] = []
        var parts: [Part] = [.other]
        var index = 0
        while index < words.count {
            let word = words[index]
            let next = index + 1 < words.count ? words[index + 1].text : ""
            switch word.text {
            case "(": parts.append(parts[parts.count - 1])
            case ")": if parts.count > 1 { parts.removeLast() }
            case "SELECT": parts[parts.count - 1] = .selected
            case "SET": parts[parts.count - 1] = .set
            case "FROM", "WHERE", "ORDER", "GROUP": parts[parts.count - 1] = .other
            case "INTO":
                let (found, end) = self.findings(inInsert: Array(words[(index + 1)...]))
                findings += found
                index += end
            default:
                guard let column = sealed(word), next != "IS" else { break }
                switch parts[parts.count - 1] {
                case .selected where !source.contains(".\(column)") && !isOfAnotherFile(word):
                    findings.append("reads \(word.text) as it is")
                case .set where next == "=":
                    if index + 2 >= words.count || !isSealed(words[index + 2], column) {
                        findings.append("sets \(word.text) as it is")
                    }
                case .selected: break
                case .set, .other: findings.append("compares or sorts by \(word.text)")
                }
            }
            index += 1
        }
        return findings
    }

    /// Whether it stands in a piece that another file reads.
    private func isOfAnotherFile(_ word: SQLWord) -> Bool {
        ["profileColumns", "resultColumns"].contains { pieces[$0].map { sqlWords(of: $0).contains(word) } ?? false }
    }

    /// - Returns: the findings, and how many words the names and the values are.
    private func findings(inInsert rest: [SQLWord]) -> ([String], Int) {
        guard let table = rest.first, let start = rest.firstIndex(of: SQLWord(text: "(")),
            let end = rest.firstIndex(of: SQLWord(text: ")"))
        else { return ([], 0) }
        let columns = rest[(start + 1)..<end].filter(\.isName).map(\.column)
        var values: [[SQLWord]] = [[]]
        var depth = 0
        // After VALUES and its parenthesis, or after SELECT.
        var place = end + (rest.count > end + 1 && rest[end + 1].text == "VALUES" ? 3 : 2)
        while place < rest.count, depth >= 0, !(depth == 0 && ["WHERE", "FROM"].contains(rest[place].text)) {
            switch rest[place].text {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0, rest[place].text == "," {
                values.append([])
            } else {
                values[values.count - 1].append(rest[place])
            }
            place += 1
        }
        let findings = zip(columns, values).compactMap { column, value -> String? in
            guard let sealed = names.cases["\(table.text).\(column)"] else { return nil }
            return isSealed(value.first, sealed) ? nil : "inserts \(table.text).\(column) as it is"
        }
        return (findings, place)
    }

    /// Whether a value is sealed for a column, by its interpolation or by the piece that it names.
    private func isSealed(_ value: SQLWord?, _ column: String) -> Bool {
        guard let value else { return false }
        if value.text == "NULL" { return true }
        guard value.isInterpolation else { return false }
        if value.text.hasPrefix("⟦sealed:") { return value.text.contains(".\(column),") }
        // A piece that the file makes: `let reason: SQL = "\(sealed: …, .legalHoldReason, of: person)"`.
        let name = value.text.dropFirst().prefix { $0.isLetter }
        return source.contains("func \(name)(") || source.contains("let \(name): SQL")
            ? source.contains("(sealed: ") && source.contains(".\(column), of:") : false
    }
}
