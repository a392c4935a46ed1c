import FoundationEssentials

/// The columns of tables, read from `CREATE TABLE` statements.
struct SchemaColumns {
    private(set) var tables: Set<String> = []
    /// By table, the columns that may be NULL.
    private(set) var nullable: [String: Set<String>] = [:]
    /// By table, the column that SQLite numbers by itself: INTEGER PRIMARY KEY.
    private(set) var numbered: [String: String] = [:]

    init(of schema: String) {
        let text = schema.replacing(#/--[^\n]*/#, with: "")
        for table in text.matches(of: #/CREATE TABLE "?(\w+)"? \(([\s\S]*?)\n?\)( WITHOUT ROWID)?;/#) {
            let name = String(table.1)
            tables.insert(name)
            for part in Self.parts(of: String(table.2)) {
                guard
                    let column = part.firstMatch(of: #/^(\w+) (?:SEALED )?(INTEGER|TEXT|BLOB)\b/#).map({ String($0.1) })
                else {
                    continue
                }
                if part.contains(#/INTEGER (?:NOT NULL )?PRIMARY KEY/#), table.3 == nil { numbered[name] = column }
                if !part.contains(#/NOT NULL|PRIMARY KEY/#) { nullable[name, default: []].insert(column) }
            }
        }
    }

    /// The parts between commas that stand in no parentheses.
    private static func parts(of body: String) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in body {
            if character == "," && depth == 0 {
                parts.append("")
                continue
            }
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// All schemas of the project: of a tenant, and of `control.db`.
    static func ofTheProject() throws -> SchemaColumns { try readOfTheProject.get() }

    /// The schema of a tenant.
    static func ofTenant() throws -> SchemaColumns { try readOfTenant.get() }

    /// The schema of the list of tenants.
    static func ofControl() throws -> SchemaColumns { try readOfControl.get() }

    // Each case of a test asks for them, and reading one takes half a second.
    private static let readOfTheProject = Result { SchemaColumns(of: try textOfTenant() + textOfControl()) }
    private static let readOfTenant = Result { SchemaColumns(of: try textOfTenant()) }
    private static let readOfControl = Result { SchemaColumns(of: try textOfControl()) }

    private static func textOfTenant() throws -> String { try text("Tests/FairKitStoreTests/Golden/schema.sql") }

    private static func textOfControl() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/schemas/control").map {
            try text("schemas/control/\($0)")
        }.joined()
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
    }
}
