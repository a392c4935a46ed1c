import CTables

/// A file that `CTables` embeds, as it stood when this was compiled. It stays in memory as long as the process.
enum EmbeddedTable {
    case commonPasswords
    case foldedLetters
    case texts(Language)

    var bytes: UnsafeBufferPointer<UInt8> {
        let table =
            switch self {
            case .commonPasswords: unsafe fairkit_common_passwords()
            case .foldedLetters: unsafe fairkit_folded_letters()
            case .texts(.english): unsafe fairkit_english_texts()
            case .texts(.spanish): unsafe fairkit_spanish_texts()
            case .texts(.swahili): unsafe fairkit_swahili_texts()
            }
        return unsafe UnsafeBufferPointer(start: table.bytes, count: table.length)
    }

    /// The text of a file in UTF-8.
    var text: String { unsafe String(decoding: bytes, as: UTF8.self) }
}
