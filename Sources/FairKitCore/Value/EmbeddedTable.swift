import CTables

/// A file of `CTables` as it stood when this was compiled. It stays in memory as long as the process.
enum EmbeddedTable {
    case commonPasswords
    case foldedLetters

    var bytes: UnsafeBufferPointer<UInt8> {
        let table =
            switch self {
            case .commonPasswords: unsafe fairkit_common_passwords()
            case .foldedLetters: unsafe fairkit_folded_letters()
            }
        return unsafe UnsafeBufferPointer(start: table.bytes, count: table.length)
    }

    /// The text of a file in UTF-8.
    var text: String { unsafe String(decoding: bytes, as: UTF8.self) }
}
