import FairKitCore
import FairKitStore
import Relational

extension Life {
    /// The messages that the person got, their reminders, and their calendar feed.
    func messages(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        _ = try tx.recordNotified(person, .resultReady, about: results[0], number: 1, at: now)
        // A number that occurs nowhere else, like the level.
        try tx.setSampleReminders(SampleReminders(sent: Int(level), overdue: 0, lastOn: Example.today), of: kit)
        try tx.setNextTest(
            NextTest(.every(months: 6), setAt: now, setBy: Example.key, isByClinician: false), of: person)
        let digest = Array(clearWord.utf8) + [UInt8](repeating: 7, count: 32 - clearWord.utf8.count)
        try tx.openCalendar(of: account, digest: digest, at: now)
        try tx.recordFailedContact(FailedContact(channel: .email, at: now, reason: clearWord), of: person)
        try notices(in: tx)
    }

    /// The notices about an alert, its end, and how the person is reached.
    private func notices(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        try tx.insertContactPoint(
            ContactPoint(
                id: contact, owner: .account(account), kind: .sms, address: word, createdAt: now, verifiedAt: nil))
        try tx.setCode(of: contact, digest: Array(clearWord.utf8), expiresAt: now)
        try tx.countCode(to: contact.bytes, by: account, at: now, forgetting: Timestamp(milliseconds: 0))
        try tx.setNoticePreferences(NoticePreferences(), of: account, at: now)
        var facts = NoticeFacts()
        facts.patientName = word
        _ = try tx.insertNotice(
            Notice(
                id: notice, to: .account(account), kind: .alertPatient, about: person, alert: alerts[0], facts: facts,
                createdAt: now, expiresAt: now))
        try tx.insertNoticeSend(
            NoticeSend(
                id: .new(at: now), notice: notice, channel: .sms, contact: contact, lane: .critical, dueAt: now,
                expiresAt: now))
        let done = Acknowledgement(
            account: account, at: now, reached: .patientByPhone, identifiers: [.birthDate], note: word)
        _ = try tx.acknowledge(alerts[0], done)
        _ = try tx.resolve(
            alerts[0], AlertResolution(account: account, at: now, outcome: .other, note: word), from: [.acknowledged])
    }
}
