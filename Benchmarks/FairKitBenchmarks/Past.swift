import FairKitCore
import FairKitStore
import FoundationEssentials
import Relational

/// Three years of results, made up but not at random: the same numbers make the same store.
///
/// 50 laboratories; three profiles for ten results, 70 % of them with consent for clinicians; of the results 93.5 % N, 5 % H, 0.5 % HH, 1 % L,
/// 30 % unmatched, 2 % preliminary, 1 % corrected, 0.1 % withdrawn.
struct Past: Sendable {
    let results: Int
    let onlyAlerts: Bool
    /// One person for five results, with names, contacts and identifiers as in a town.
    var isTown = false

    static let chunk = 10_000
    static let laboratories = 50
    static let end = Timestamp(milliseconds: 1_795_262_400_000)
    private static let span: Int64 = 3 * 365 * 86_400_000

    var profiles: Int { onlyAlerts ? 0 : max(isTown ? results / 5 : results * 3 / 10, 10) }

    func laboratory(_ number: Int) -> LaboratoryID { ID(number, kind: 1, at: Past.end.milliseconds - Past.span) }
    func profile(_ number: Int) -> ProfileID { ID(number, kind: 2, at: Past.end.milliseconds - Past.span) }

    func begin(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for number in 0..<Past.laboratories {
            try tx.insertLaboratory(Laboratory(id: laboratory(number), name: "Laboratory \(number)"))
        }
    }

    func profiles(from start: Int, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for number in start..<min(start + Past.chunk, profiles) {
            let consents = Consents(clinicians: mix(number, 1) % 10 < 7, partners: true)
            let details =
                isTown
                ? Town.details(number, consents: consents)
                : ProfileDetails(
                    givenName: "Amina", familyName: "Odhiambo \(number)",
                    birthDate: CalendarDate(daysSince1970: number % 20_000),
                    sex: .female, email: nil, phone: "+254700000000", language: .swahili, timeZone: "Africa/Nairobi",
                    knownGenotype: nil, identifiers: [],
                    consents: consents)
            try tx.insertProfile(
                Profile(
                    id: profile(number), createdAt: Timestamp(milliseconds: Past.end.milliseconds - Past.span),
                    version: 1, details: details))
        }
    }

    func results(from start: Int, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for number in start..<min(start + Past.chunk, results) { try result(number, in: tx) }
    }

    private func result(_ number: Int, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let time = Past.end.milliseconds - Past.span + Past.span / Int64(results) * Int64(number)
        let at = Timestamp(milliseconds: time)
        guard let code = KitCode(number: Int64(number)) else { return }
        let level = level(number)
        let range = AppliedRange(
            low: Thousandths(count: 100_000), high: Thousandths(count: 200_000),
            criticalMultiple: ReferenceRange.standardMultiple, source: .standard)
        let findings = Findings(
            testDate: at.date().adding(days: -Int(mix(number, 2) % 5)), level: level, genotype: nil,
            method: "nephelometry", reportedRange: nil)
        let version = ResultVersion(
            number: 1, status: status(number), findings: findings, range: range,
            interpretation: Interpretation(of: level, in: range, genotype: nil), reason: nil, recordedAt: at)
        let kit = try kit(number, code, registered: time - 3 * 86_400_000, in: tx)
        let result = TestResult(
            id: ID(number, kind: 4, at: time), laboratoryID: laboratory(Int(mix(number, 3) % 50)),
            reference: "R-\(number)", kitCode: code, kitID: kit?.id, profileID: kit?.profileID, current: version,
            alertID: nil)
        try tx.insertResult(result)
        if onlyAlerts || version.interpretation.flag == .criticallyHigh {
            try tx.raise(alert(number, about: result, at: at), actor: ID(0, kind: 6, at: time))
        }
    }

    /// A registered and resulted kit with its history and the audit of it; nil for what nobody has registered.
    private func kit(
        _ number: Int, _ code: KitCode, registered: Int64, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Kit? {
        guard !onlyAlerts, mix(number, 4) % 10 < 7 else { return nil }
        let at = Timestamp(milliseconds: registered)
        let owner = profile(Int(mix(number, 5) % UInt64(profiles)))
        let kit = Kit(
            id: ID(number, kind: 3, at: registered), code: code, status: .resulted, profileID: owner, registeredAt: at,
            sendBy: at.date().adding(days: Kit.daysToSend), readFrom: .photo, needsReview: false)
        try tx.insertKit(kit, at: at)
        for (position, status) in [KitStatus.registered, .resulted].enumerated() {
            try tx.run(
                """
                INSERT INTO kit_event (kit_id, position, status, at, actor, implied)
                VALUES (\(kit.id), \(position + 1), \(status), \(at), \(owner), 0)
                """)
        }
        try tx.record(
            AuditEntry(
                at: at, actor: .server, action: .kitRegistered, object: "\(kit.id)", profileID: owner, requestID: "seed"
            ))
        return kit
    }

    private func alert(_ number: Int, about result: TestResult, at: Timestamp) -> Alert {
        // Without kits, one in ten alerts is critical, as the rest of the bands would be.
        let band: Band = onlyAlerts ? (number % 10 == 0 ? .critical : number % 10 < 5 ? .urgent : .result) : .critical
        return Alert(
            id: ID(number, kind: 5, at: at.milliseconds), resultID: result.id, resultVersion: 1, rule: .criticalHigh,
            band: band, level: result.current.findings.level, range: result.current.range, raisedAt: at, state: .open,
            follows: nil, profileID: result.profileID)
    }

    private func level(_ number: Int) -> Level {
        let count: Int64 =
            switch mix(number, 6) % 1000 {
            case 0..<5: 820_000
            case 5..<55: 250_000
            case 55..<65: 80_000
            default: 150_000
            }
        return Level(value: Thousandths(count: count), unit: .milligramsPerDecilitre)
    }

    private func status(_ number: Int) -> ResultStatus {
        switch mix(number, 7) % 2000 {
        case 0: .cancelled
        case 1: .enteredInError
        case 2..<42: .preliminary
        case 42..<62: .corrected
        default: .final
        }
    }
}

/// SplitMix64 of a number, for one of several uses.
func mix(_ number: Int, _ use: UInt64) -> UInt64 {
    var z = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 &+ use &* 0xd1b5_4a32_d192_ed03
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
}

extension ID {
    /// As an id of that time looks, with the number in place of chance.
    fileprivate init(_ number: Int, kind: UInt64, at time: Int64) {
        let high = UInt64(bitPattern: time) << 16 | 0x7000 | mix(number, kind) & 0x0fff
        let low = mix(number, kind &+ 100) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let b = (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
        self.init(
            uuid: .init(
                uuid: (
                    b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
                )))
    }
}
