import FoundationEssentials
import Testing

/// Words and forms of SQLite that PostgreSQL lacks or interprets differently. FairKit's statements use a `SQLToken`
/// instead.
var sqliteWords: [(name: String, form: Regex<Substring>)] {
    [
        ("rowid", #/\b(?:rowid|ROWID|_rowid_)\b/#),
        ("a function of its row numbers or changes", #/\b(?:last_insert_rowid|changes|total_changes)\(\)/#),
        ("typeof", #/\btypeof ?\(/#), ("instr", #/\binstr ?\(/#), ("length, of bytes", #/\blength ?\(/#),
        ("a literal of bytes", #/\b[xX]'[0-9a-fA-F]*'/#), ("a shifted bit", #/\(1 << [a-z]/#),
        ("a column without its index", #/[\ \("]\+[a-z_]/#),
        ("OR FAIL and the like", #/\bOR (?:FAIL|IGNORE|REPLACE|ABORT|ROLLBACK)\b/#),
        ("REPLACE INTO", #/\bREPLACE INTO\b/#), ("MAX or MIN of several", #/\b(?:MAX|MIN)\([^()]*,/#),
        ("LIMIT of a negative number", #/\bLIMIT -/#), ("PRAGMA", #/\bPRAGMA\b/#),
        ("its own tables", #/\bsqlite_(?:master|sequence|stat1)\b/#),
        ("a hint at an index", #/\b(?:NOT INDEXED|INDEXED BY)\b/#), ("GLOB", #/\bGLOB\b/#),
        ("IFNULL", #/\b(?:ifnull|IFNULL|iif|IIF) ?\(/#),
        ("its times", #/\b(?:strftime|julianday|unixepoch) ?\(/#),
        ("group_concat", #/\b(?:group_concat|GROUP_CONCAT) ?\(/#),
        ("its blobs", #/\b(?:zeroblob|randomblob|quote) ?\(/#),
        ("a file of its own", #/\b(?:ATTACH|DETACH|VACUUM)\b/#), ("AUTOINCREMENT", #/\bAUTOINCREMENT\b/#),
        ("NOCASE", #/\bNOCASE\b/#),
    ]
}

/// The modules with domain statements. SQLCipher and the code that opens and checks files may use what SQLite's files
/// need: PRAGMAs, the log, pages.
private let rooms = ["FairKitStore"]

/// The lines of a source that use SQLite's dialect, as "line: word".
private func findings(in source: String) -> [String] {
    // Each expression is compiled once, and not for each line. Without simple boundaries, `a.rowid` would be one word.
    let words = sqliteWords.map { (name: $0.name, form: $0.form.wordBoundaryKind(.simple)) }
    let (comment, token) = (/\/\/.*/, /\\\(\.[A-Za-z]+\)/)
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
        // Swift after a token's name, and comments, do not count.
        let code = line.replacing(comment, with: "").replacing(token, with: "token")
        return words.filter { code.contains($0.form) }.map { "\(index + 1): \($0.name)" }
    }
}

@Suite struct `SQL statements` {
    @Test(arguments: rooms) func `use no words of SQLite's dialect`(room: String) throws {
        let folder = "\(root)/Sources/\(room)"
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            #expect(findings(in: text) == [], "\(file)")
        }
    }

    @Test(arguments: [
        ("SELECT rowid FROM kit", "rowid"), ("WHERE a.rowid BETWEEN 1 AND 2", "rowid"),
        ("SET last_event = last_insert_rowid()", "a function of its row numbers or changes"),
        ("typeof(entry) = 'integer'", "typeof"),
        ("instr(facts, ?) > 0", "instr"), ("SUM(length(p.jpeg))", "length, of bytes"),
        ("VALUES (x'')", "a literal of bytes"),
        ("bands & (1 << band) <> 0", "a shifted bit"), ("WHERE +number < 7", "a column without its index"),
        (#"["+profile_id IN (1)"]"#, "a column without its index"), ("UPDATE OR FAIL kit", "OR FAIL and the like"),
        ("SET to_at = MAX(from_at, 3)", "MAX or MIN of several"), ("LIMIT -1 OFFSET 3", "LIMIT of a negative number"),
        ("PRAGMA page_count", "PRAGMA"), ("FROM sqlite_master", "its own tables"),
        ("INSERT OR IGNORE INTO kit", "OR FAIL and the like"),
    ])
    func `are found if they do`(sample: String, name: String) {
        #expect(findings(in: "let a = 1\n\"\(sample)\"") == ["2: \(name)"])
    }

    @Test(arguments: [
        #"SELECT \(.greatest)(at, 3), COALESCE(MAX(number), 0) FROM audit"#, #"\(.byteCount)(made) = 16"#,
        #"\(.unindexed)number < 7"#,
        "/// The rowid is PRAGMA's.", "let most = 32 << 20", "attempts = attempts + 1",
        "(SELECT MAX(number) FROM delivery), 7",
    ])
    func `are not found if they don't`(sample: String) {
        #expect(findings(in: sample) == [])
    }
}
