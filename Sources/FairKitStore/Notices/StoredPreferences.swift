package import FairKitCore
import FoundationEssentials
package import Relational

extension Connection {
    /// A person's choices about notices.
    package func noticePreferences(of account: AccountID) throws(DatabaseError) -> NoticePreferences {
        try first("SELECT chosen FROM notice_preference WHERE account_id = \(account)") {
            row throws(DatabaseError) in try row.value(0)
        } ?? NoticePreferences()
    }
}

extension WriteTransaction {
    package func setNoticePreferences(
        _ preferences: NoticePreferences, of account: AccountID, at now: Timestamp
    ) throws(DatabaseError) {
        try run("DELETE FROM notice_preference WHERE account_id = \(account)")
        try run(
            """
            INSERT INTO notice_preference (account_id, chosen, changed_at) VALUES (\(account), \(preferences), \(now))
            """)
    }
}

extension NoticePreferences: SQLValueConvertible {
    /// JSON. Texts and booleans can always be encoded.
    package var sqlValue: SQLValue {
        .text(String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self))
    }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue,
            let chosen = try? JSONDecoder().decode(NoticePreferences.self, from: Data(text.utf8))
        else { return nil }
        self = chosen
    }
}
