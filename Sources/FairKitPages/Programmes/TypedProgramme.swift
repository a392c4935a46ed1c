import FairKitCore
import FairKitFrame
import FairKitService

/// A programme as an administrator types it, and what of it is wrong.
struct TypedProgramme {
    private var typed: [String: String] = [:]
    private(set) var wrong: [Wrong] = []

    private static let amounts = ["costPerQuarter", "costPerTest", "savedPerTest"]
    private static let names = ["name", "partner", "startsOn", "endsOn", "currency", "source"] + amounts

    init() {}

    init(_ form: Form) { typed = TeamsPage.typed(form, TypedProgramme.names) }

    init(_ programme: Programme, _ reader: Reader) {
        typed = ["name": programme.name, "partner": programme.partner, "startsOn": "\(programme.startsOn)"]
        typed["endsOn"] = programme.endsOn.map { "\($0)" }
        guard let known = programme.economics else { return }
        (typed["currency"], typed["source"]) = (known.currency, known.source)
        for (name, amount) in zip(
            TypedProgramme.amounts, [known.costPerQuarter, known.costPerTest, known.savedPerTest])
        {
            typed[name] = reader.language.decimal("\(amount)")
        }
    }

    private subscript(name: String) -> String { typed[name] ?? "" }

    /// nil: something is missing or malformed.
    mutating func read(_ reader: Reader) -> ProgrammeDraft? {
        func refuse(_ field: String, _ text: PageText) { wrong.append(Wrong(field: field, text: reader[text])) }
        for name in ["name", "partner"] where typed[name] == nil { refuse(name, .programmeTypeName) }
        let (start, end) = (CalendarDate(self["startsOn"]), CalendarDate(self["endsOn"]))
        if start == nil { refuse("startsOn", .typeADate) }
        if end == nil, typed["endsOn"] != nil { refuse("endsOn", .programmeTypeEnd) }
        let economics = ["currency", "source"] + TypedProgramme.amounts
        let isEmpty = economics.allSatisfy { typed[$0] == nil }
        var amounts: [Thousandths] = []
        for name in economics where !isEmpty {
            if typed[name] == nil { refuse(name, .programmeTypeCosts) }
            guard TypedProgramme.amounts.contains(name), typed[name] != nil else { continue }
            if let amount = TypedNumber.amount(self[name]) {
                amounts.append(amount)
            } else {
                refuse(name, .programmeTypeAmount)
            }
        }
        guard wrong.isEmpty, let start else { return nil }
        return ProgrammeDraft(
            name: self["name"], partner: self["partner"], startsOn: start, endsOn: end,
            economics: isEmpty
                ? nil
                : Programme.Economics(
                    currency: self["currency"], costPerQuarter: amounts[0], costPerTest: amounts[1],
                    savedPerTest: amounts[2], source: self["source"]))
    }

    /// Whether a field of the form is why it was refused.
    mutating func refuse(_ refusal: Refusal<ProgrammeFailure>, _ reader: Reader) -> Bool {
        if case .own(.tooMany) = refusal {
            wrong.append(Wrong(field: "name", text: reader[.programmesFull]))
            return true
        }
        guard case .invalid(let invalid) = refusal else { return false }
        for field in invalid.fields {
            let name = field.pointer.split(separator: "/").last.map { String($0) } ?? ""
            let text: PageText =
                switch name {
                case "startsOn": .typeADate
                case "endsOn": .programmeTypeEnd
                case "currency": .programmeCurrencyHint
                case "source": .shortenText
                case _ where TypedProgramme.amounts.contains(name): .programmeTypeAmount
                default: .programmeTypeName
                }
            wrong.append(Wrong(field: TypedProgramme.names.contains(name) ? name : "name", text: reader[text]))
        }
        return true
    }

    func html(_ reader: Reader) -> HTML {
        func amount(_ name: String, _ label: PageText) -> HTML {
            reader.field(
                name, label, wrong,
                with: "class=\"short\" inputmode=\"decimal\" autocomplete=\"off\" value=\"\(self[name])\"")
        }
        func text(_ name: String, _ label: PageText, _ hint: PageText, _ more: HTML) -> HTML {
            reader.field(
                name, label, wrong, hint: hint, with: "\(more) autocomplete=\"off\" value=\"\(self[name])\"")
        }
        func day(_ name: String, _ label: PageText, _ more: HTML) -> HTML {
            reader.field(name, label, wrong, with: "class=\"short\" type=\"date\"\(more) value=\"\(self[name])\"")
        }
        return """
            \(text("name", .programmeName, .programmeNameHint, "class=\"medium\" maxlength=\"100\" required"))
            \(text("partner", .programmePartner, .programmePartnerHint, "class=\"medium\" maxlength=\"100\" required"))
            <div class="with">\(day("startsOn", .programmeStarts, " required"))\(day("endsOn", .programmeEnds, ""))</div>
            <fieldset><legend><h2>\(reader[.programmeEconomics])</h2></legend><p class="hint">\(reader[.programmeEconomicsHint])</p>
            \(text("currency", .programmeCurrency, .programmeCurrencyHint, "class=\"short\" maxlength=\"3\" autocapitalize=\"characters\" spellcheck=\"false\""))
            \(amount("costPerQuarter", .programmePerQuarter))\(amount("costPerTest", .programmePerTest))\(amount("savedPerTest", .programmeSaved))
            \(text("source", .programmeSource, .programmeSourceHint, "maxlength=\"300\""))</fieldset>
            """
    }
}

extension PageCall {
    /// The programme that the address names.
    func programme() async throws -> ProgrammeView {
        let id: ProgrammeID = try call.id()
        return try await tenancy.programmes.show(id, by: caller)
    }
}
