import FairKitCore
import FairKitFrame

extension Query {
    /// The filters and the order of a list of results.
    static let ofResults: Set<Substring> = [
        "from", "to", "flag", "status", "patientId", "reference", "kitCode", "unmatched", "held", "unit", "levelFrom",
        "levelTo", "genotype", "phenotype", "laboratoryId", "method", "sort", "unread",
    ]

    /// The same, and whether to count the results of all pages.
    static let ofResultPages = ofResults.union(["total"])

    mutating func results() -> ResultFilter {
        var filter = ResultFilter()
        filter.from = date("from")
        filter.to = date("to")
        filter.flag = word("flag")
        filter.status = word("status")
        filter.profileID = id("patientId")
        filter.reference = value("reference", "1 to 100 characters") { $0.isText(1...100) ? $0 : nil }
        filter.kitCode = value("kitCode", "a kit's code, such as FU-KIT-2025110701-X") { try? KitCode(typed: $0) }
        filter.isUnmatched = isSet("unmatched")
        filter.isHeld = isSet("held")
        filter.isUnread = isSet("unread")
        filter.genotype = value("genotype", Genotype.expected) { Genotype($0) }
        filter.phenotype = value("phenotype", Phenotype.expected) { Phenotype($0) }
        filter.laboratoryID = id("laboratoryId")
        filter.method = value("method", "1 to 100 characters") { $0.isText(1...100) ? $0 : nil }
        filter.order = word("sort") ?? .newest
        let (low, high) = (thousandths("levelFrom"), thousandths("levelTo"))
        let unit = value("unit", "one of \(AATUnit.words)") { AATUnit(written: $0) }
        filter.levels = unit.map { LevelRange(in: $0, from: low, to: high) }
        let needsUnit = low != nil || high != nil || filter.order.isByLevel
        require(unit != nil || !needsUnit, "unit", "is required to compare levels: \(AATUnit.words)")
        return filter
    }
}

extension AATUnit {
    fileprivate static let words = allCases.map(\.rawValue).joined(separator: ", ")
}
