import FairKitCore
import FairKitVault
import Relational

/// The limits of the numbers of an archive: those of the routes that write them, and of the arithmetic on them. An archive is
/// what another operator wrote. What its tables themselves check is left to them. `MovedWords` has the limits of texts.
package enum MovedLimits {
    /// The limits of a column. Without any of its own, they are those of counts and of numbers of rows.
    package static func of(_ column: String) -> ClosedRange<Int64> {
        if column == "at" || column.hasSuffix("_at") || column == "locked_until" || column == "rank" {
            return Timestamp.allowed
        }
        if column.hasSuffix("_on") || column.hasSuffix("_date") || column.hasSuffix("_by") || column.hasPrefix("valid_")
        {
            return Int64(CalendarDate.allowed.lowerBound)...Int64(CalendarDate.allowed.upperBound)
        }
        return byName[column] ?? 0...(1 << 53)
    }

    private static let byName = [String: ClosedRange<Int64>](
        uniqueKeysWithValues: [
            // Thousandths.
            (0...Thousandths.limit.count, "critical_multiple crp earlier_level high level low severe_limit"),
            // Seconds, and milliseconds of a key's overlap.
            (0...31_536_000, "critical_lease lease repeats"), (0...31_536_000_000, "overlap"),
            (
                0...1,
                """
                by_clinician comparator_open consent_clinicians consent_family consent_partners consent_research \
                genotype_contradicts genotype_differs had_account implied is_current is_enabled is_on is_past is_replay is_unmatched \
                jumps needs_review results_came_first sends_payload sets_back shown_to_clinicians unit_suspect
                """
            ),
            (
                0...2000,
                """
                band bands critical_max_in_flight days end_time every_weeks from_age http_status interval_months lane max_in_flight \
                start_time to_age weekdays
                """
            ),
            // -1: a test of a webhook.
            (-1...9_007_199_254_740_992, "delivery"),
            // Any bits of a digest.
            (Int64.min...Int64.max, "token"),
        ].flatMap { limits, names in names.split(separator: " ").map { (String($0), limits) } })

    /// The limits of a table's columns, in their order.
    static func of(_ table: ArchiveHeader.Table) -> [ClosedRange<Int64>] { table.columns.map(of) }
}

extension ArchiveHeader.Table {
    /// The first column of some rows with a number or a text outside its limits; nil: there is none.
    func columnOutsideLimits(_ limits: [ClosedRange<Int64>], in rows: [[SQLValue]]) -> String? {
        let names = columns.map { "\(name).\($0)" }
        for row in rows {
            for (place, value) in row.enumerated() {
                let isWithin =
                    switch value {
                    case .integer(let number): limits[place].contains(number)
                    case .text(let text): MovedWords.admits(text, in: names[place])
                    case .null, .blob: true
                    }
                if !isWithin { return columns[place] }
            }
        }
        return nil
    }
}
