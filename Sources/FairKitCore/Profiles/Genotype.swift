/// A reported genotype of SERPINA1: two of the common alleles (`MM`, `MZ`, `ZZ` …), two named ones (`Z/Null`, `M/F`,
/// `Mmalton/Z`), or `unknown`.
package struct Genotype: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package static let unknown = Genotype(text: "unknown")

    private init(text: String) {
        description = text
    }

    /// - Parameter text: also with the gene before it, as in `PI*ZZ`.
    package init?(_ text: String) {
        let text = text.lowercased().hasPrefix("pi*") ? String(text.dropFirst(3)) : text
        let common = ["MM", "MS", "MZ", "SS", "SZ", "ZZ", "unknown"]
        if common.contains(text) {
            self.init(text: text)
            return
        }
        let alleles = text.split(separator: text.contains("/") ? "/" : "-", omittingEmptySubsequences: false)
        guard alleles.count == 2, alleles.allSatisfy(Genotype.isAllele) else { return nil }
        self.init(text: alleles.joined(separator: "/"))
    }

    /// Two alleles that produce next to no AAT in the blood: a level in or above the normal range contradicts them.
    package var isSevere: Bool { ["ZZ", "Z/Null", "Null/Z", "Null/Null", "Z/Z"].contains(description) }

    /// Two normal alleles: a severely low level contradicts them.
    package var isNormal: Bool { ["MM", "M/M"].contains(description) }

    private static func isAllele(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (65...90).contains(first), text.utf8.count <= 20 else { return false }
        return text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
    }
}
