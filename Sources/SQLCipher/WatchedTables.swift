import CSQLCipher

/// Detects which statements of a connection, including their triggers, change certain tables, so that caches of these
/// tables can be invalidated. SQLite names the tables when it prepares a statement.
@safe final class WatchedTables {
    private let names: Set<String>
    private var isMet = false

    /// It watches as long as the connection is open.
    init(_ names: Set<String>, of connection: OpaquePointer) {
        self.names = names
        guard !names.isEmpty else { return }
        unsafe sqlite3_set_authorizer(
            connection,
            { context, action, table, _, _, _ in
                guard [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let context = unsafe context,
                    let table = unsafe table
                else { return SQLITE_OK }
                let watched = unsafe Unmanaged<WatchedTables>.fromOpaque(context).takeUnretainedValue()
                if watched.names.contains(unsafe String(cString: table)) { watched.isMet = true }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the statement being prepared changes one of them.
    func areChanged(_ prepare: () -> Void) -> Bool {
        isMet = false
        prepare()
        return isMet
    }
}
