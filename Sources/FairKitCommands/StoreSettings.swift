import FairKitServer
import FairKitStore

/// The database of `--store`, and the password of its user.
struct StoreSettings {
    let database: DatabaseLocation

    /// - Parameter credential: the text of systemd's credential `fairkit-store-password`; nil: there is none.
    /// - Returns: nil if no database is named: the store is in files.
    init?(_ config: (SettingName) -> String?, credential: String?) throws {
        let file = config(.storePasswordFile)
        guard let address = config(.store), !address.isEmpty else {
            guard file == nil else {
                throw OperatorError(
                    "--store-password-file (FAIRKIT_STORE_PASSWORD_FILE) needs a database: name it with --store (FAIRKIT_STORE)."
                )
            }
            return nil
        }
        let password = try file.map { try StoreSettings.password(in: $0) } ?? credential.map(StoreSettings.line)
        database = try DatabaseLocation(address, password: password, size: config(.storeSize).map(StoreSettings.bytes))
    }

    /// Reads a size such as 200GB.
    private static func bytes(_ text: String) throws -> Int {
        let units = ["MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000]
        let (number, unit) = (Int(text.dropLast(2)), units[String(text.suffix(2)).uppercased()])
        guard let number, let unit, number > 0,
            case (let bytes, let overflows) = number.multipliedReportingOverflow(by: unit), !overflows
        else { throw OperatorError("FAIRKIT_STORE_SIZE is the size that the database may have, such as 200GB.") }
        return bytes
    }

    private static func password(in path: String) throws -> String {
        let file = try TextFile(path)
        try file.refuseIfOthersHaveIt(holding: "the password of the database")
        return line(file.text)
    }

    private static func line(_ text: String) -> String {
        String(text.reversed().drop(while: \.isNewline).reversed())
    }
}
