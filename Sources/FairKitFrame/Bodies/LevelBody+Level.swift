package import FairKitAPI
package import FairKitCore

extension LevelBody {
    /// - Parameter pointer: its position in the body.
    package func level(at pointer: String, _ faults: inout Faults) -> Level {
        Level(
            value: faults.thousandths(value, at: "\(pointer)/value"),
            unit: faults.unit(unit, at: "\(pointer)/unit"),
            comparator: faults.readIfPresent(comparator) { text throws(Invalid) in
                guard let comparator = Comparator(written: text) else {
                    throw Invalid("\(pointer)/comparator", "<, <=, >= or >, or none")
                }
                return comparator
            })
    }
}

extension RangeBody {
    package func range(at pointer: String, _ faults: inout Faults) -> ReportedRange {
        ReportedRange(
            low: faults.thousandths(low, at: "\(pointer)/low"), high: faults.thousandths(high, at: "\(pointer)/high"))
    }
}

extension SampleBody {
    package func sample(at pointer: String, _ faults: inout Faults) -> SampleFacts {
        func time(_ text: String?, _ name: String, _ faults: inout Faults) -> Timestamp? {
            faults.readIfPresent(text) { (text) throws(Invalid) in try Timestamp(text, at: "\(pointer)/\(name)") }
        }
        let value = crp.map { faults.thousandths($0.value, at: "\(pointer)/crp/value") }
        let unit = faults.readIfPresent(crp?.unit) { (text) throws(Invalid) in
            guard let unit = CRP.Unit(written: text) else { throw Invalid("\(pointer)/crp/unit", "mg/L or mg/dL") }
            return unit
        }
        return SampleFacts(
            specimen: specimenId, collectedAt: time(collectedAt, "collectedAt", &faults),
            receivedAt: time(receivedAt, "receivedAt", &faults), performer: performer, device: device,
            comment: comment, crp: value.flatMap { value in unit.map { CRP(value: value, unit: $0) } },
            orderNumber: orderNumber)
    }
}

extension Faults {
    /// A unit of levels in a body.
    package mutating func unit(_ text: String, at pointer: String) -> AATUnit {
        read(or: .milligramsPerDecilitre) { () throws(Invalid) in
            guard let unit = AATUnit(written: text) else { throw Invalid(pointer, "mg/dL, g/L or umol/L") }
            return unit
        }
    }

    /// An exact number in a body.
    package mutating func thousandths(_ number: ExactNumber, at pointer: String) -> Thousandths {
        if case .thousandths(let value) = number { return value }
        record(pointer, "0 or more, below a million, with at most three decimals")
        return Thousandths(count: 0)
    }

    /// A date in a body.
    package mutating func date(_ text: String, at pointer: String) -> CalendarDate {
        read(or: CalendarDate(daysSince1970: 0)) { () throws(Invalid) in try CalendarDate(text, at: pointer) }
    }

    /// A phenotype in a body.
    package mutating func phenotype(_ text: String?, at pointer: String) -> Phenotype? {
        readIfPresent(text) { text throws(Invalid) in
            guard let phenotype = Phenotype(text) else { throw Invalid(pointer, Phenotype.expected) }
            return phenotype
        }
    }

    /// A genotype in a body.
    package mutating func genotype(_ text: String?, at pointer: String) -> Genotype? {
        readIfPresent(text) { text throws(Invalid) in try Genotype(text, at: pointer) }
    }
}

extension Phenotype {
    /// The error message for an invalid phenotype.
    package static let expected =
        "one or two proteins such as M, MZ or M1M2; a genotype such as M/Null stands in genotype"
}

extension Genotype {
    /// The error message for an invalid genotype.
    package static let expected = "such as MM, MZ, ZZ, Z/Null, or unknown"

    /// A genotype in a body.
    package init(_ text: String, at pointer: String) throws(Invalid) {
        guard let genotype = Genotype(text) else { throw Invalid(pointer, Genotype.expected) }
        self = genotype
    }
}
