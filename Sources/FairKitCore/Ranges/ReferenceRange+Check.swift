extension ReferenceRange {
    /// The multiples of the upper limit that can be critical.
    package static let multiples = Thousandths(count: 1500)...Thousandths(count: 10_000)

    /// Records every invalid member.
    package func check(_ faults: inout Faults) {
        faults.require(low < high, "/low", "must be below high")
        let limits = unit.plausibleUpperLimits
        faults.require(
            limits.contains(high), "/high",
            "\(limits.lowerBound) to \(limits.upperBound) \(unit.rawValue), as laboratories publish it")
        faults.require(
            ReferenceRange.multiples.contains(criticalMultiple), "/criticalMultiple",
            "\(ReferenceRange.multiples.lowerBound) to \(ReferenceRange.multiples.upperBound)")
        faults.require(severeLimit.map { $0 <= low } ?? true, "/severeLimit", "must not be above low")
        faults.require(method?.isText(1...100) ?? true, "/method", "1 to 100 characters")
        for (age, pointer) in [(fromAge, "/fromAge"), (toAge, "/toAge")] {
            faults.require(age.map { (0...150).contains($0) } ?? true, pointer, "0 to 150 completed years")
        }
        if let fromAge, let toAge { faults.require(fromAge < toAge, "/toAge", "must be above fromAge") }
        faults.require(
            sex != .other && sex != .unknown, "/sex", "female or male; without it, the range is for everyone")
    }

    /// On one line, as the audit log and mails have it.
    package var line: String {
        var parts = ["\(low)-\(high) \(unit.rawValue)", "critical from \(criticalMultiple) times"]
        if let severeLimit { parts.append("severe below \(severeLimit)") }
        if let method { parts.append(method) }
        if let sex { parts.append(sex.rawValue) }
        if fromAge != nil || toAge != nil {
            parts.append("ages \(fromAge.map { "\($0)" } ?? "0") to \(toAge.map { "\($0)" } ?? "any")")
        }
        parts.append("from \(validFrom)" + (validTo.map { " until \($0)" } ?? ""))
        return parts.joined(separator: ", ")
    }

    /// The same range, for a laboratory.
    ///
    /// - Parameter number: nil: its own.
    package func of(_ laboratory: LaboratoryID?, addedAt: Timestamp, as number: Int? = nil) -> ReferenceRange {
        ReferenceRange(
            number: number ?? self.number, unit: unit, low: low, high: high, criticalMultiple: criticalMultiple,
            laboratoryID: laboratory, method: method, fromAge: fromAge, toAge: toAge, sex: sex,
            severeLimit: severeLimit, validFrom: validFrom, validTo: validTo, addedAt: addedAt)
    }
}
