import FairKitCore
import FairKitService
import Support
import Testing

/// A person with a kit and a critical result.
struct Patient {
    let house: TestHouse
    let id: ProfileID
    let kit: KitID
    let result: ResultID
    let alert: AlertID

    /// - Parameters:
    ///   - level: in mg/dL; 820 is critical, 40 raises a non-critical alert if its rule is on.
    ///   - email: the profile's; with one, the person is told things without an account.
    ///   - raises: whether the result raises an alert.
    init(
        _ house: TestHouse, consents: Consents = Consents(clinicians: true, partners: true), number: Int64 = 1,
        level: Int64 = 820, email: String? = nil, phone: String? = nil, raises: Bool = true
    ) async throws {
        self.house = house
        let details = ProfileDetails(
            givenName: "Baraka", familyName: "Mwangi", birthDate: CalendarDate(daysSince1970: 3711), sex: .male,
            email: email, phone: phone, language: .swahili, timeZone: "UTC", knownGenotype: nil,
            identifiers: [], consents: consents)
        id = try await house.tenancy.profiles.create(details, by: house.caller(.administrator)).id
        let code = "\(try #require(KitCode(number: number)))"
        kit = try await house.register(code, for: id).id
        let recorded = try await house.record("N-\(number)", code, level, by: try await house.laboratory()).result
        result = recorded.id
        // A patient who is not about an alert has the id of none.
        alert = raises ? try #require(recorded.alertID) : .new(at: house.time.now)
    }

    /// The names of the reads that find something.
    func seen(by caller: Caller) async -> Set<String> {
        var seen: Set<String> = []
        if (try? await house.tenancy.profiles.show(id, by: caller)) != nil { seen.insert("profile") }
        if (try? await house.tenancy.kits.show(kit, by: caller)) != nil { seen.insert("kit") }
        if (try? await house.tenancy.results.show(result, by: caller)) != nil { seen.insert("result") }
        if (try? await house.tenancy.results.list(ResultFilter(), after: nil, limit: 10, by: caller))?.items
            .contains(where: { $0.id == result }) == true
        {
            seen.insert("results")
        }
        if (try? await house.tenancy.kits.list(KitFilter(), after: nil, limit: 10, by: caller))?.items
            .contains(where: { $0.id == kit }) == true
        {
            seen.insert("kits")
        }
        return seen
    }

    static let all: Set<String> = ["profile", "kit", "result", "results", "kits"]

    /// The audit entries since a time, oldest first.
    func entries(_ action: AuditAction) async throws -> [AuditEntry] {
        try await house.audit(of: id).filter { $0.action == action }
    }
}
