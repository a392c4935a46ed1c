import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore

/// `townspeople`: patients with an account, a phone and a proven number for SMS, and the clinicians in care of them.
/// Hashing their passwords would take a quarter of an hour, so they have none.
struct Townspeople: AsyncParsableCommand {
    @Option var count = 1_000

    @Option var dir: String

    /// Patients of one clinician.
    private static let ofEach = 10

    private struct Patient: Encodable {
        let profile, email, phone, device: String
    }

    func run() async throws {
        let house = try House(at: dir)
        defer { house.store.close() }
        var clinician: AccountID?
        for number in 0..<count {
            if number % Townspeople.ofEach == 0 {
                clinician = try await account("doctor\(number / Townspeople.ofEach)@example.org", .clinician, in: house)
            }
            guard let clinician else { continue }
            try emit(try await patient(number, of: clinician, in: house))
        }
    }

    private func patient(_ number: Int, of clinician: AccountID, in house: House) async throws -> Patient {
        let details = ProfileDetails(
            givenName: "Amina", familyName: "Odhiambo", birthDate: CalendarDate(daysSince1970: 3711), sex: .female,
            email: nil, phone: nil, language: .english, timeZone: "Africa/Nairobi", knownGenotype: nil, identifiers: [],
            consents: Consents(clinicians: true, partners: false))
        let profile = try await house.tenancy.profiles.create(details, by: house.administrator).id
        let (email, digits) = ("patient\(number)@example.org", String(number))
        let account = try await account(email, .patient(profile), in: house)
        let phone = "+2547" + String(repeating: "0", count: 8 - digits.count) + digits
        // Every second one is an iPhone.
        let (kind, device): (ContactKind, String) =
            number.isMultiple(of: 2)
            ? (.fcm, "benchmark:APA91b" + String(repeating: "0", count: 134 - digits.count) + digits)
            : (.apns, String(repeating: "0", count: 64 - digits.count) + digits)
        try await house.store.write { (tx) throws(DatabaseError) in
            for (kind, address) in [(ContactKind.sms, phone), (kind, device)] {
                try tx.insertContactPoint(
                    ContactPoint(
                        id: .new(at: now()), owner: .account(account), kind: kind, address: address, createdAt: now(),
                        verifiedAt: now()))
            }
        }
        _ = try await house.tenancy.care.assign(
            clinician, to: profile, from: nil, until: nil, by: house.administrator)
        return Patient(profile: "\(profile)", email: email, phone: phone, device: device)
    }

    private func account(_ email: String, _ role: Role, in house: House) async throws -> AccountID {
        guard let email = MailAddress(email)?.folded else { throw ValidationError("\(email) is no address") }
        let account = Account(id: .new(at: now()), email: email, role: role, createdAt: now(), passwordAt: now())
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertAccount(account, password: "-") }
        return account.id
    }
}
