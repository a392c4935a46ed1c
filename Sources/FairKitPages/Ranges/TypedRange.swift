import FairKitCore
import FairKitService

/// A range as it is typed, and what of it is wrong.
struct TypedRange {
    private var typed: [String: String] = [:]
    private(set) var wrong: [Wrong] = []

    private static let names = [
        "unit", "low", "high", "multiple", "severe", "laboratory", "method", "fromAge", "toAge", "sex", "validFrom",
    ]

    init() { typed["multiple"] = "\(ReferenceRange.standardMultiple)" }

    init(_ form: Form) { typed = TeamsPage.typed(form, TypedRange.names) }

    subscript(name: String) -> String { typed[name] ?? "" }

    var laboratory: String? { typed["laboratory"] }

    /// The range; nil: something is missing or malformed.
    mutating func range(_ reader: Reader) -> ReferenceRange? {
        func refuse(_ field: String, _ text: PageText) { wrong.append(Wrong(field: field, text: reader[text])) }
        let unit = AATUnit(rawValue: self["unit"])
        if unit == nil { refuse("unit", .chooseAUnit) }
        var numbers: [String: Thousandths] = [:]
        for name in ["low", "high", "multiple", "severe"] {
            numbers[name] = TypedNumber.read(self[name])
            if numbers[name] == nil, !(name == "severe" && self[name].isEmpty) { refuse(name, .typeAmount) }
        }
        for name in ["fromAge", "toAge"] where !self[name].isEmpty && Int(self[name]) == nil { refuse(name, .typeAge) }
        let day = CalendarDate(self["validFrom"])
        if day == nil { refuse("validFrom", .typeADate) }
        guard wrong.isEmpty, let unit, let day, let low = numbers["low"], let high = numbers["high"],
            let multiple = numbers["multiple"]
        else { return nil }
        return ReferenceRange(
            unit: unit, low: low, high: high, criticalMultiple: multiple, laboratoryID: nil, method: typed["method"],
            fromAge: Int(self["fromAge"]), toAge: Int(self["toAge"]),
            sex: typed["sex"].flatMap { AdministrativeSex(rawValue: $0) }, severeLimit: numbers["severe"],
            validFrom: day)
    }

    mutating func refuse(_ invalid: Invalid, _ reader: Reader) {
        let known: [String: (String, PageText)] = [
            "/low": ("low", .lowRefused), "/high": ("high", .highRefused),
            "/criticalMultiple": ("multiple", .multipleRefused), "/severeLimit": ("severe", .severeRefused),
            "/laboratory": ("laboratory", .laboratoryUnknown), "/fromAge": ("fromAge", .typeAge),
            "/toAge": ("toAge", .toAgeRefused), "/method": ("method", .shortenText), "/sex": ("sex", .openAgain),
        ]
        for field in invalid.fields {
            let (id, text) = known[field.pointer] ?? ("validFrom", .typeADate)
            wrong.append(Wrong(field: id, text: reader[text]))
        }
    }

    /// What was typed, for the page that asks whether it is right.
    var hidden: [HTML] {
        typed.sorted { $0.key < $1.key }.map { "<input type=\"hidden\" name=\"\($0)\" value=\"\($1)\">" }
    }

    func html(_ laboratories: [String], _ reader: Reader) -> HTML {
        let sexes = [AdministrativeSex.female, .male].map { ($0.rawValue, reader.language.report.sexes[$0]) }
        return """
            \(reader.unit(self["unit"], wrong, isRequired: true))
            <div class="with">\(number("low", .rangeFrom, reader))\(number("high", .rangeTo, reader))</div>
            \(number("multiple", .criticalMultiple, reader, .criticalMultipleHint))
            \(number("severe", .severeLimit, reader, .severeLimitHint))
            \(reader.field("validFrom", .rangeBegins, wrong, with: .day(self["validFrom"], isRequired: true)))
            <fieldset><legend><h2>\(reader[.rangeFor])</h2></legend><p class="hint">\(reader[.rangeForHint])</p>
            \(reader.choice("laboratory", .rangeLaboratory, .everyLaboratory, among: laboratories.map { ($0, $0) }, laboratory, wrong))
            \(reader.field("method", .methodWord, wrong, with: "class=\"medium\" maxlength=\"100\" autocomplete=\"off\" value=\"\(self["method"])\""))
            \(reader.choice("sex", .rangeSex, .rangeEveryone, among: sexes, typed["sex"], wrong))
            <div class="with">\(number("fromAge", .ageFrom, reader))\(number("toAge", .ageBelow, reader))</div></fieldset>
            """
    }

    private func number(_ name: String, _ label: PageText, _ reader: Reader, _ hint: PageText? = nil) -> HTML {
        reader.field(
            name, label, wrong, hint: hint,
            with: "class=\"short\" inputmode=\"decimal\" autocomplete=\"off\" value=\"\(self[name])\"")
    }
}
