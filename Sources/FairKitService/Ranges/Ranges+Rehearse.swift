package import FairKitCore
import FairKitStore

/// What a range would have changed, had it held for the last year, and for everyone.
///
/// In one month, each answer is about the same results: all with a level in the unit that were stored before the month began,
/// whatever the ages, the sex, the laboratory and the method of the range, and whatever other ranges there are. So two answers
/// differ by levels, and never by a person.
package struct RangeEffect: Equatable, Sendable {
    /// nil: the results are those of fewer than ten people, whose levels the counts could tell.
    package let counts: Counts?
    /// Whether there are more results than were looked at: the newest.
    package let isPartial: Bool

    package struct Counts: Equatable, Sendable {
        /// The results that were looked at.
        package let results: Int
        /// The results whose flag would be another one, the most first.
        package let changes: [Change]
        /// The results that would have raised an alert, and did not.
        package let raised: Int
        /// Those that raised one, and would not have.
        package let lapsed: Int
    }

    package struct Change: Hashable, Sendable {
        package let from: AbnormalFlag
        package let to: AbnormalFlag
        package let count: Int
    }

    /// The most results that are looked at.
    package static let most = 10_000
    /// The fewest people whose results are counted.
    package static let fewest = 10
}

extension Ranges {
    /// Counts what a range would change, and adds none. It takes the proof that adding takes, and is on record.
    ///
    /// - Parameters:
    ///   - range: without a number.
    ///   - laboratory: its laboratory's name; nil: the range is for every laboratory.
    package func rehearse(
        _ range: ReferenceRange, laboratory: String?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> RangeEffect {
        try await tenant.permit(.manageRanges, to: caller, for: Never.self)
        _ = try await tenant.prove(.manageRanges, by: caller, for: Never.self)
        return try await tenant.read(.manageRanges, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RangeEffect, Never> in
            var faults = faults
            let wanted = try Ranges.checked(range, laboratory, &faults, at: grant.now, in: tx)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            grant.log(.rangeRehearsed, "\(wanted.line), \(laboratory ?? "every laboratory")", about: nil)
            return .success(
                try Ranges.effect(
                    of: wanted.of(wanted.laboratoryID, addedAt: grant.now, as: .max), at: grant.now, in: tx))
        }
    }

    private static func effect<Access>(
        of range: ReferenceRange, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> RangeEffect {
        let month = CalendarDate("\(now.date())".prefix(8) + "01") ?? now.date()
        let found = try tx.levels(
            in: range.unit, since: month.adding(days: -365),
            storedBefore: Timestamp(milliseconds: Int64(month.daysSince1970) * 86_400_000), limit: RangeEffect.most)
        let switchedOn = try tx.rulesSwitchedOn()
        let alerts: Set<AbnormalFlag> =
            switchedOn.contains(.severeLow) ? [.criticallyHigh, .severelyLow] : [.criticallyHigh]
        var (people, changes): (Set<String>, [RangeEffect.Change: Int]) = ([], [:])
        var (results, raised, lapsed) = (0, 0, 0)
        for result in found.results {
            let (version, findings) = (result.current, result.current.findings)
            guard let level = findings.level, let before = version.interpretation.flag,
                let applied = AppliedRange(to: findings, by: range),
                let after = Interpretation(of: level, in: applied, genotype: findings.genotype).flag
            else { continue }
            results += 1
            people.insert(result.profileID?.description ?? result.kitCode.description)
            guard before != after else { continue }
            changes[RangeEffect.Change(from: before, to: after, count: 0), default: 0] += 1
            if alerts.contains(after), !alerts.contains(before) { raised += 1 }
            if alerts.contains(before), !alerts.contains(after) { lapsed += 1 }
        }
        let sorted = changes.map { RangeEffect.Change(from: $0.from, to: $0.to, count: $1) }
            .sorted { ($1.count, $0.from.rawValue) < ($0.count, $1.from.rawValue) }
        let counts = RangeEffect.Counts(results: results, changes: sorted, raised: raised, lapsed: lapsed)
        return RangeEffect(
            counts: results == 0 || people.count >= RangeEffect.fewest ? counts : nil,
            isPartial: found.isPartial)
    }
}
