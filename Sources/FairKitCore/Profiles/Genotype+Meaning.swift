extension Genotype {
    /// The meaning of a genotype for the person, as far as a text for patients goes.
    package enum Meaning: Sendable, CaseIterable {
        /// Two usual alleles: MM.
        case usual
        /// One changed allele beside a usual one: MS, MZ, M/Null.
        case carrier
        /// Two changed alleles, at least one of them S: SS, SZ, S/Null. The level is lowered, and seldom severely.
        case twoChanged
        /// Two alleles that produce next to no AAT in the blood: ZZ, Z/Null, Null/Null.
        case severe
        /// Another named allele: only a specialist can tell.
        case rare
    }

    /// Whether both are known, and not the same two alleles.
    package func differs(from other: Genotype) -> Bool {
        self != .unknown && other != .unknown && alleles.sorted() != other.alleles.sorted()
    }

    /// The two alleles; none: the genotype is unknown.
    private var alleles: [String] {
        guard self != .unknown else { return [] }
        return description.contains("/")
            ? description.split(separator: "/").map(String.init) : description.map(String.init)
    }

    /// nil: the genotype is unknown.
    package var meaning: Meaning? {
        guard self != .unknown else { return nil }
        guard alleles.allSatisfy({ ["M", "S", "Z", "Null"].contains($0) }) else { return .rare }
        return switch alleles.filter({ $0 != "M" }) {
        case let changed where changed.isEmpty: .usual
        case let changed where changed.count == 1: .carrier
        case let changed where changed.contains("S"): .twoChanged
        default: .severe
        }
    }
}
