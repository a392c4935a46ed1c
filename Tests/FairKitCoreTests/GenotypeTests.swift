import FairKitCore
import Testing

@Suite struct `A genotype` {
    @Test(arguments: [
        ("MM", "MM"), ("MS", "MS"), ("MZ", "MZ"), ("SS", "SS"), ("SZ", "SZ"), ("ZZ", "ZZ"), ("unknown", "unknown"),
        ("M/Null", "M/Null"), ("S-Null", "S/Null"), ("Z/Null", "Z/Null"), ("Null-Null", "Null/Null"),
        ("Mmalton/Z", "Mmalton/Z"), ("M/F", "M/F"), ("Q0cairo/Z", "Q0cairo/Z"),
        ("PI*ZZ", "ZZ"), ("Pi*M/Null", "M/Null"),
    ])
    func `is two alleles, or unknown`(text: String, printed: String) {
        #expect(Genotype(text)?.description == printed)
        #expect(Genotype(printed)?.description == printed)
    }

    @Test(arguments: [
        "", "M", "mm", "ZM", "MMM", "M/", "/Z", "M//Z", "M/Z/S", "m/Z", "M Z", "M/Z ", "Unknown", "É/Z", "M/\u{0}",
        "M/ABCDEFGHIJKLMNOPQRSTU",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(Genotype(text) == nil)
    }

    @Test func `may be severe, normal or neither`() {
        let severe = ["MM", "MZ", "SZ", "ZZ", "Z/Null", "Null/Null", "unknown"].filter {
            Genotype($0)?.isSevere ?? false
        }
        let normal = ["MM", "MZ", "SZ", "ZZ", "Z/Null", "Null/Null", "unknown"].filter {
            Genotype($0)?.isNormal ?? false
        }
        #expect(severe == ["ZZ", "Z/Null", "Null/Null"])
        #expect(normal == ["MM"])
    }
}

@Suite struct `A phenotype` {
    @Test(arguments: [
        ("M", "M"), ("MZ", "MZ"), ("M1M2", "M1M2"), ("M1Z", "M1Z"), ("FM", "FM"), ("ZZ", "ZZ"), ("I", "I"),
        ("PI", "PI"),
        ("Pi MZ", "MZ"), ("PIM1M2", "M1M2"),
    ])
    func `is one protein or two`(text: String, printed: String) {
        #expect(Phenotype(text)?.description == printed)
        #expect(Phenotype(printed)?.description == printed)
    }

    /// A null allele makes no protein, so a test of proteins can't show it.
    @Test(arguments: ["", "m", "Null", "M/Null", "M/Z", "PI*MZ", "MZS", "1M", "M12", "M Z", "unknown", "MÉ", "M\n"])
    func `is not read from a genotype or a malformed text`(text: String) {
        #expect(Phenotype(text) == nil)
    }
}
