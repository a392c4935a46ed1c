import FairKitCore
import FairKitServer
import FairKitService
import FairKitStore
import FoundationEssentials

extension DemoStory {
    /// A person with an account, who reads what they are told.
    struct Reader {
        let name: String
        let caller: Caller
    }

    /// Accounts of the patient and of a clinician who has the patient in care. In the demonstration no one signs in.
    func addReaders(of patient: ProfileID) async throws -> [Reader] {
        let now = systemTime()
        var readers: [Reader] = []
        for (name, text, role) in [
            ("The clinician in care", "grace@clinic.example", Role.clinician),
            ("The patient", "ada@post.example", .patient(patient)),
        ] {
            guard let email = MailAddress(text)?.folded else { continue }
            let account = Account(id: .new(at: now), email: email, role: role, createdAt: now, passwordAt: now)
            try await tenancy.store.write { (tx) throws(DatabaseError) in try tx.insertAccount(account, password: "-") }
            readers.append(
                Reader(
                    name: name,
                    caller: Caller(
                        subject: Subject(.account(account.id, .new(at: now)), role: role), route: "demo",
                        requestID: "demo")))
            guard role == .clinician else { continue }
            let assigned = try await client(administrator).post(
                "/api/v1/care-assignments", json: #"{"accountId": "\#(account.id)", "profileId": "\#(patient)"}"#)
            step("A clinician has the person in care", assigned)
        }
        return readers
    }

    /// The laboratory withdraws a critical result: everyone who was told of it reads what happened, once.
    func withdraw(_ result: String, by laboratory: DemoClient, before readers: [Reader]) async throws {
        print("")
        for reader in readers { try await show(reader, kinds: [.alertStaff, .alertPatient]) }
        let reply = try await laboratory.post(
            "/api/v1/results/\(result)/corrections", json: #"{"status": "entered-in-error", "reason": "Wrong tube"}"#)
        guard reply.status == 201 else { throw OperatorError("The server answered \(reply.status) to the withdrawal.") }
        step("The laboratory withdraws the critical result", reply)
        for reader in readers { try await show(reader, kinds: [.alertWithdrawnStaff, .alertWithdrawnPatient]) }
    }

    /// Prints the newest message of these kinds. The escalation also runs beside the requests; whichever comes first carries out
    /// the step that is due.
    private func show(_ reader: Reader, kinds: Set<NoticeKind>) async throws {
        _ = try await tenancy.escalation.fire()
        let page = try await tenancy.notices.list(before: nil, unread: false, limit: 20, by: reader.caller)
        guard let view = page.items.first(where: { kinds.contains($0.notice.kind) }) else {
            throw OperatorError("\(reader.name) was told nothing.")
        }
        print("  \(reader.name) reads: \(view.text.title) – \(view.text.body)")
    }
}
