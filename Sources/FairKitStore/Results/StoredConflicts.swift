import FairKitCore
import FoundationEssentials
import Relational

/// The conflicting details that were kept aside of a critical result, as its column stores them.
struct StoredConflicts: SQLValueConvertible {
    let items: [DetailConflict]

    /// nil: none were.
    init?(_ items: [DetailConflict]) {
        guard !items.isEmpty else { return nil }
        self.items = items
    }

    /// JSON. Texts can always be encoded.
    var sqlValue: SQLValue {
        .text(String(decoding: (try? JSONEncoder().encode(items)) ?? Data(), as: UTF8.self))
    }

    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue,
            let items = try? JSONDecoder().decode([DetailConflict].self, from: Data(text.utf8))
        else { return nil }
        self.items = items
    }
}
