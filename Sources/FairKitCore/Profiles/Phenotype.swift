/// A reported phenotype: the AAT proteins that isoelectric focusing shows in the blood (`M`, `MZ`, `M1M2`).
///
/// It is not a genotype: a gene that makes no protein does not show, so `M` may be MM or M/Null. See decision 0135.
package struct Phenotype: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter text: one or two proteins, each a capital letter with or without a digit; also after `Pi`: `Pi MZ`.
    package init?(_ text: String) {
        var rest = text[...]
        if rest.lowercased().hasPrefix("pi"), rest.count > 2 { rest = rest.dropFirst(2).drop { $0 == " " } }
        var proteins = 0
        for (before, byte) in zip([0] + Array(rest.utf8), rest.utf8) {
            switch byte {
            case 65...90: proteins += 1
            case 48...57 where (65...90).contains(before): break
            default: return nil
            }
        }
        guard (1...2).contains(proteins) else { return nil }
        description = String(rest)
    }
}
