package import Relational

/// A table whose rows give rights, or tie a result to a person. Where columns are sealed, each row has a code over these
/// values by the tenant's key in the column `rights`: a row that was changed by hand gives no rights, and is reported.
/// See decision 0134.
package enum Rights: String, CaseIterable, Sendable {
    case account
    case apiKey = "api_key"
    case backupCode = "backup_code"
    case breakGlass = "break_glass"
    case care = "care_assignment"
    case challenge
    case invitation
    case kit
    case preparedKey = "prepared_key"
    case refreshToken = "refresh_token"
    case result
    case session
    case share
    case ticket = "stream_ticket"

    /// The columns under the code, the key of the row first.
    package var columns: [String] { Rights.covered[self] ?? [] }

    /// How many of them are the row's key.
    package var keyLength: Int { self == .backupCode ? 2 : 1 }

    /// The sealed one among them: its plain value is under the code.
    fileprivate var sealed: (place: Int, column: SealedColumn)? { self == .share ? (3, .shareEmail) : nil }

    private static let covered = [Rights: String](
        uniqueKeysWithValues: [
            (.account, "id role profile_id laboratory_id state otp_confirmed_at"),
            (.apiKey, "id digest role profile_id laboratory_id scopes expires_at revoked_at"),
            (.backupCode, "account_id digest"),
            (.breakGlass, "id account_id profile_id opened_at until_at"),
            (.care, "id account_id profile_id from_at to_at"),
            (.challenge, "digest account_id session_id"),
            (.invitation, "id digest kind account_id role profile_id laboratory_id approval expires_at"),
            (.kit, "id profile_id secret_digest"),
            (.preparedKey, "id digest role profile_id laboratory_id scopes expires_at prepared_by replaces"),
            (.refreshToken, "digest session_id expires_at"),
            (.result, "id laboratory_id kit_id profile_id"),
            (.session, "id account_id expires_at ended_at"),
            (.share, "id profile_id account_id email link pin created_at expires_at ended_at"),
            (.ticket, "digest session_id account_id expires_at until_at"),
        ]
    ).mapValues { $0.split(separator: " ").map(String.init) }

    /// The columns that a statement selects for `Row.isAuthentic`.
    private static let selected = [Rights: String](
        uniqueKeysWithValues: allCases.map { ($0, ($0.columns + ["rights"]).joined(separator: ", ")) })

    fileprivate func selected(from alias: String?) -> SQL {
        guard let alias else { return SQL(stringLiteral: Rights.selected[self] ?? "") }
        return SQL(stringLiteral: (columns + ["rights"]).map { "\(alias).\($0)" }.joined(separator: ", "))
    }
}

extension SQL.StringInterpolation {
    /// Selects what `Row.isAuthentic` reads, at the end of a list: `SELECT name, \(rights: .account) FROM account`. In an
    /// encrypted file it is NULL.
    /// - Parameter alias: the table's, in the statement.
    package mutating func appendInterpolation(rights: Rights, from alias: String? = nil) {
        appendInterpolation(.coded)
        appendInterpolation(rights.selected(from: alias))
        appendInterpolation(.codedEnd)
    }

    /// Binds the code of a new row: its values in the order of `Rights.columns`.
    package mutating func appendInterpolation(code rights: Rights, _ values: any SQLValueConvertible...) {
        bind(codeOf: values.map(\.sqlValue), in: rights.rawValue)
    }
}

extension Row {
    /// Whether a row has the code of its values. In an encrypted file each has.
    /// - Parameter start: the first column of `\(rights:)`.
    package func isAuthentic(_ rights: Rights, at start: Int) throws(DatabaseError) -> Bool {
        guard isSealed else { return true }
        guard let values = try values(of: rights, at: start) else {
            foundAltered(in: rights.rawValue)
            return false
        }
        return try holds(codeOf: values, in: rights.rawValue, at: start + values.count)
    }

    /// nil: a sealed value among them was altered.
    fileprivate func values(of rights: Rights, at start: Int) throws(DatabaseError) -> [SQLValue]? {
        var values: [SQLValue] = []
        for place in 0..<rights.columns.count { values.append(try value(start + place)) }
        guard let (place, column) = rights.sealed else { return values }
        do throws(DatabaseError) {
            values[place] = try value(start + place, sealed: column, of: values[0])
        } catch {
            guard case .unsealable = error else { throw error }
            return nil
        }
        return values
    }
}

extension Connection {
    /// Whether a row of a table has no code.
    func lacksCodes(_ rights: Rights) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM \(SQL(stringLiteral: rights.rawValue)) WHERE rights IS NULL")
    }

    /// How many rows have no code of their values, or a wrong one. It reads some at a time.
    package func altered(_ rights: Rights) throws(DatabaseError) -> Int {
        guard sealsColumns else { return 0 }
        let (table, columns) = (SQL(stringLiteral: rights.rawValue), rights.keyColumns)
        var (count, last): (Int, [SQLValue]?) = (0, nil)
        while true {
            let later: SQL = last.map { "(\(columns)) > (\($0.map { "\($0)" as SQL }.joined(by: ", ")))" } ?? "1 = 1"
            let rows = try all(
                "SELECT \(rights: rights) FROM \(table) WHERE \(later) ORDER BY \(columns) LIMIT \(Rights.atOnce)"
            ) { row throws(DatabaseError) -> (key: [SQLValue], isAuthentic: Bool) in
                var key: [SQLValue] = []
                for place in 0..<rights.keyLength { key.append(try row.value(place)) }
                return (key, try row.isAuthentic(rights, at: 0))
            }
            count += rows.count(where: { !$0.isAuthentic })
            guard rows.count == Rights.atOnce else { return count }
            last = rows.last?.key
        }
    }

    /// Whether all rows that meet a condition have their codes. In an encrypted file they have.
    func areAuthentic(_ rights: Rights, where condition: SQL) throws(DatabaseError) -> Bool {
        guard sealsColumns else { return true }
        return try all("SELECT \(rights: rights) FROM \(SQL(stringLiteral: rights.rawValue)) WHERE \(condition)") {
            row throws(DatabaseError) in try row.isAuthentic(rights, at: 0)
        }.allSatisfy(\.self)
    }
}

extension WriteTransaction {
    /// Changes rows. Those that were changed by hand get no code, so they stay without rights.
    /// - Returns: how many.
    @discardableResult
    func change(_ rights: Rights, set changes: SQL, where condition: SQL) throws(DatabaseError) -> Int {
        let keys = try authenticKeys(of: rights, where: condition)
        let count = try rowsChanged(
            by: "UPDATE \(SQL(stringLiteral: rights.rawValue)) SET \(changes) WHERE \(condition)")
        try authenticate(rights, keys)
        return count
    }

    /// The keys of rows that are to be changed and have their codes; none in an encrypted file.
    func authenticKeys(of rights: Rights, where condition: SQL) throws(DatabaseError) -> [[SQLValue]] {
        guard sealsColumns else { return [] }
        return try all(
            """
            SELECT \(rights: rights) FROM \(SQL(stringLiteral: rights.rawValue)) WHERE \(condition) \(.forUpdate)
            """
        ) { row throws(DatabaseError) -> [SQLValue]? in
            guard try row.isAuthentic(rights, at: 0), let values = try row.values(of: rights, at: 0) else { return nil }
            return Array(values.prefix(rights.keyLength))
        }.compactMap(\.self)
    }

    /// Renews the codes of rows after a change.
    func authenticate(_ rights: Rights, _ keys: [[SQLValue]]) throws(DatabaseError) {
        for key in keys { _ = try authenticate(rights, where: rights.isRow(key)) }
    }

    /// Gives codes to rows that have none, of the time before there were codes.
    /// - Parameters:
    ///   - key: only the rows after this one; nil: all.
    ///   - most: how many.
    /// - Returns: the key of the last one; nil: there are no more.
    package func authenticateEarlier(
        _ rights: Rights, after key: [SQLValue]?, atMost most: Int
    ) throws(DatabaseError) -> [SQLValue]? {
        let columns = rights.keyColumns
        let later: SQL = key.map { "(\(columns)) > (\($0.map { "\($0)" as SQL }.joined(by: ", ")))" } ?? "1 = 1"
        let keys = try authenticate(
            rights, where: "rights IS NULL AND \(later) ORDER BY \(columns) LIMIT \(most)")
        return keys.count < most ? nil : keys.last
    }

    private func authenticate(_ rights: Rights, where condition: SQL) throws(DatabaseError) -> [[SQLValue]] {
        let table = SQL(stringLiteral: rights.rawValue)
        let rows = try all("SELECT \(rights: rights) FROM \(table) WHERE \(condition)") {
            row throws(DatabaseError) -> (key: [SQLValue], values: [SQLValue]?) in
            var key: [SQLValue] = []
            for place in 0..<rights.keyLength { key.append(try row.value(place)) }
            return (key, try row.values(of: rights, at: 0))
        }
        for row in rows {
            guard let values = row.values else { continue }
            var code = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
            code.bind(codeOf: values, in: rights.rawValue)
            try run(
                "UPDATE \(table) SET rights = \(SQL(stringInterpolation: code)) WHERE \(rights.isRow(row.key))")
        }
        return rows.map(\.key)
    }
}

extension Rights {
    fileprivate static let atOnce = 10_000

    fileprivate var keyColumns: SQL { SQL(stringLiteral: columns.prefix(keyLength).joined(separator: ", ")) }

    fileprivate func isRow(_ key: [SQLValue]) -> SQL {
        zip(columns, key).map { "\(SQL(stringLiteral: $0)) = \($1)" as SQL }.conjunction
    }
}
