import FairKitCore
import Relational

extension ResultPages {
    func list(_ condition: SQL) -> SQL {
        isByLevel
            ? "SELECT level, id FROM result WHERE \(condition) AND \(bounds("level"))"
            : "SELECT test_date, id FROM result WHERE \(condition) AND \(bounds("test_date"))"
    }

    /// Between the page's beginning (its cursor, or the limit of the filter) and its end. There is always exactly one bound
    /// on each side: of two, SQLite might use the wider one and scan everything in between.
    private func bounds(_ key: SQL) -> SQL {
        let (low, high) = limits
        if filter.order.isDescending {
            let (last, id) = beginning(cursor.map { $0.key.number <= high } ?? false, orElse: high + 1, [])
            let upper: SQL = "(\(key), id) < (\(last), \(id))"
            guard let end else { return "\(key) >= \(low) AND \(upper)" }
            return "(\(key), id) >= (\(end.key.number), \(end.id)) AND \(upper)"
        }
        let (first, id) = beginning(cursor.map { $0.key.number >= low } ?? false, orElse: low - 1, Self.afterAllIDs)
        let lower: SQL = "(\(key), id) > (\(first), \(id))"
        guard let end else { return "\(lower) AND \(key) <= \(high)" }
        return "\(lower) AND (\(key), id) <= (\(end.key.number), \(end.id))"
    }

    private func beginning(_ isCursor: Bool, orElse key: Int64, _ id: [UInt8]) -> (Int64, [UInt8]) {
        guard isCursor, let cursor else { return (key, id) }
        return (cursor.key.number, cursor.id.bytes)
    }

    /// The lowest and the highest key, both included.
    private var limits: (Int64, Int64) {
        if isByLevel {
            return (filter.levels?.low?.count ?? 0, filter.levels?.high?.count ?? Thousandths.limit.count)
        }
        return (
            filter.from.map { Int64($0.daysSince1970) } ?? -10_000_000,
            filter.to.map { Int64($0.daysSince1970) } ?? 10_000_000
        )
    }

    /// Sorts after every id, which has 16 bytes.
    private static let afterAllIDs = [UInt8](repeating: 0xFF, count: 17)
}
