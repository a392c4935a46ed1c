import FairKitCore
import FairKitStore
import FoundationEssentials
import Relational

/// Sample values; a test changes only the member it is about. Ids are made from numbers and sort like them.
enum Example {
    static let now = Timestamp(milliseconds: 1_795_227_584_123)
    static let today = now.date()
    static let laboratory = LaboratoryID(number: 1)
    static let otherLaboratory = LaboratoryID(number: 2)
    static let patient = ProfileID(number: 1)
    static let otherPatient = ProfileID(number: 2)
    static let key = ActorID(number: 1)

    static func profile(_ id: ProfileID = patient, change: (inout ProfileDetails) -> Void = { _ in }) -> Profile {
        var details = ProfileDetails(
            givenName: "Amina", familyName: "Odhiambo", birthDate: CalendarDate(daysSince1970: 7000), sex: .female,
            email: "amina@example.org", phone: "+254700000000", language: .swahili, timeZone: "Africa/Nairobi",
            knownGenotype: Genotype("MZ"), identifiers: [], consents: Consents(clinicians: true, partners: true))
        change(&details)
        return Profile(id: id, createdAt: now, version: 1, details: details)
    }

    static func kit(
        _ number: Int64, of patient: ProfileID? = patient, status: KitStatus = .registered, needsReview: Bool = false
    ) throws(DatabaseError) -> Kit {
        Kit(
            id: KitID(number: number), code: try code(number), status: status, profileID: patient,
            registeredAt: patient.map { _ in now }, sendBy: patient.map { _ in today.adding(days: 7) },
            readFrom: patient.map { _ in .photo }, needsReview: needsReview)
    }

    static func settle(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        try tx.insertLaboratory(Laboratory(id: laboratory, name: "Laboratory"))
        try tx.insertLaboratory(Laboratory(id: otherLaboratory, name: "Other laboratory"))
        try tx.insertProfile(profile())
        try tx.insertProfile(profile(otherPatient))
        try tx.insertKit(kit(1), at: now)
        try tx.insertKit(kit(2, of: otherPatient), at: now)
    }

    private static func code(of kit: Kit?, _ number: Int64) throws(DatabaseError) -> KitCode {
        if let kit { kit.code } else { try code(9_000_000_000 + number) }
    }

    static func code(_ number: Int64) throws(DatabaseError) -> KitCode {
        guard let code = KitCode(number: number) else { throw .closed }
        return code
    }

    static func version(
        _ number: Int = 1, level: Int64 = 820_000, status: ResultStatus = .final, day: CalendarDate = today,
        reason: String? = nil, sample: SampleFacts = SampleFacts(), words: String? = nil
    ) -> ResultVersion {
        let level = Level(value: Thousandths(count: level), unit: .milligramsPerDecilitre)
        let range = AppliedRange(
            low: Thousandths(count: 100_000), high: Thousandths(count: 200_000),
            criticalMultiple: ReferenceRange.standardMultiple, source: .standard)
        return ResultVersion(
            number: number, status: status,
            findings: Findings(
                testDate: day, level: level, genotype: nil, method: nil, reportedRange: nil, sample: sample,
                interpretation: words),
            range: range, interpretation: Interpretation(of: level, in: range, genotype: nil), reason: reason,
            recordedAt: now)
    }

    static func result(
        _ number: Int64, from laboratory: LaboratoryID = laboratory, of kit: Kit? = nil,
        _ version: ResultVersion = version(),
        reference: String? = nil
    ) throws(DatabaseError) -> TestResult {
        TestResult(
            id: ResultID(number: number), laboratoryID: laboratory, reference: reference ?? "R-\(number)",
            kitCode: try code(of: kit, number), kitID: kit?.id, profileID: kit?.profileID,
            current: version, alertID: nil)
    }

    static func alert(
        _ number: Int64, about result: TestResult, rule: AlertRule = .criticalHigh, band: Band = .critical,
        at raised: Timestamp = now, follows: AlertID? = nil
    ) -> Alert {
        Alert(
            id: AlertID(number: number), resultID: result.id, resultVersion: result.current.number, rule: rule,
            band: band, level: result.current.findings.level, range: result.current.range, raisedAt: raised,
            state: .open, follows: follows, profileID: result.profileID)
    }
}

extension ID {
    init(number: Int64) {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let (b, c) = (bytes, UInt8(0x70))
        self.init(uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, c, 7, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7])))
    }
}

extension Store {
    /// Stores two laboratories, two patients, and a registered kit for each.
    func settle() async throws {
        try await write { (tx) throws(DatabaseError) in try Example.settle(in: tx) }
    }
}
