import FairKitCore
import FairKitStore
import SQLCipher

extension Life {
    /// What the person was told, their reminders, and their calendar feed.
    func messages(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        _ = try tx.noteTold(person, .resultReady, about: results[0], number: 1, at: now)
        // A number that occurs nowhere else, like the level.
        try tx.set(SampleReminders(sent: Int(level), overdue: 0, lastOn: Example.today), of: kit)
        try tx.set(NextTest(.every(months: 6), setAt: now, setBy: Example.key, isByClinician: false), of: person)
        let digest = Array(word.utf8) + [UInt8](repeating: 7, count: 32 - word.utf8.count)
        try tx.openCalendar(of: account, digest: digest, at: now)
    }
}
