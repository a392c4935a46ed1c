import FairKitCore

/// A number as people type it: with a point or a comma. `1,234` could be both, so it is none.
enum TypedNumber {
    static func read(_ text: String) -> Thousandths? { pointed(text).flatMap { Thousandths($0) } }

    /// An amount of money.
    static func amount(_ text: String) -> Thousandths? { pointed(text).flatMap { Programme.Economics.amount($0) } }

    private static func pointed(_ text: String) -> String? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return text }
        return parts[1].count == 3 ? nil : parts.joined(separator: ".")
    }
}

extension Reader {
    /// The unit of a typed level. None is chosen before a person does.
    func unit(_ chosen: String, _ wrong: [Wrong], isRequired: Bool = false) -> HTML {
        let options = AATUnit.allCases.map { unit -> HTML in
            "<option\(chosen == unit.rawValue ? " selected" as HTML : nil)>\(unit.rawValue)</option>"
        }
        let isWrong = wrong.contains { $0.field == "unit" }
        return """
            <div class="field\(isWrong ? " bad" : "")"><label for="unit">\(self[.unit])</label>\
            <select class="short" id="unit" name="unit"\(isRequired ? " required" as HTML : nil)\
            \(isWrong ? " aria-invalid=\"true\"" as HTML : nil)><option value="">\(self[.choose])</option>\(options)</select></div>
            """
    }
}
