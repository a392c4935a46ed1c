import FairKitCore
import FairKitService

/// What a clinician types to open a record in an emergency, and what of it is wrong.
struct EmergencyForm {
    private var typed: [String: String] = [:]
    private var birth = TypedBirthDate()
    private(set) var wrong: [Wrong] = []

    private static let texts = ["familyName", "givenName", "email", "phone", "kitCode", "reason"]

    /// Nothing is typed yet.
    init() {}

    init(_ form: Form, _ reader: Reader) {
        for name in Self.texts { typed[name] = form.text(name) }
        birth = TypedBirthDate(form)
        var faults = Faults()
        Emergencies.check(reason, &faults)
        if !faults.isEmpty { wrong.append(Wrong(field: "reason", text: reader[.typeReason])) }
    }

    var reason: String { typed["reason"] ?? "" }

    /// The person whom the values name; nil: they name no one, as `wrong` says.
    mutating func search(_ reader: Reader) -> ProfileSearch? {
        func refuse(_ field: String, _ text: PageText) { wrong.append(Wrong(field: field, text: reader[text])) }
        let email = typed["email"].flatMap { MailAddress(typed: $0) }
        if typed["email"] != nil, email == nil { refuse("email", .wrongAddressForm) }
        let phone = typed["phone"].flatMap { PhoneNumber(typed: $0) }
        if typed["phone"] != nil, phone == nil { refuse("phone", .typePhone) }
        let kit = typed["kitCode"].flatMap { try? KitCode(typed: $0) }
        if typed["kitCode"] != nil, kit == nil { refuse("kitCode", .typeKitCode) }
        let day = birth.date
        if day == nil, !birth.isEmpty { refuse("day", .typeDay) }
        let family = typed["familyName"]
        if family == nil, day != nil { refuse("familyName", .typeFamilyName) }
        if family != nil, day == nil, wrong.allSatisfy({ $0.field != "day" }) { refuse("day", .typeDay) }
        guard wrong.allSatisfy({ $0.field == "reason" }) else { return nil }
        let person = family.flatMap { family in
            day.map { ProfileSearch.Person(givenName: typed["givenName"], familyName: family, birthDate: $0) }
        }
        if let search = try? ProfileSearch(
            email: email.map { "\($0)" }, phone: phone.map { "\($0)" }, person: person, kit: kit)
        {
            return search
        }
        refuse("familyName", .typeWhom)
        return nil
    }

    mutating func refuse(_ field: String, _ text: PageText, _ reader: Reader) {
        wrong.append(Wrong(field: field, text: reader[text]))
    }

    // MARK: - Markup

    /// - Parameter whom: whether the person has to be named.
    func html(_ link: Link, asking whom: Bool, back: Link, _ reader: Reader) -> HTML {
        """
        \(reader.card(to: link))
          \(whom ? fields(reader) : nil)
          \(reader.longText("reason", .emergencyReason, typed["reason"], wrong, hint: .emergencyReasonHint, most: 500))
          <div class="actions"><button class="danger">\(reader[.emergencyButton])</button>\
        <a class="button quiet" href="\(to: back)">\(reader[.notNow])</a></div>
        </form>
        """
    }

    private func fields(_ reader: Reader) -> HTML {
        """
        <fieldset><legend><h2>\(reader[.emergencyWhom])</h2></legend>
          <p class="hint">\(reader[.emergencyWhomHint])</p>
          \(text("familyName", .familyName, "class=\"medium\"", reader))
          \(text("givenName", .givenName, "class=\"medium\"", reader))
          \(birth.html(for: reader, wrong))
          \(text("email", .emailAddress, "class=\"medium\" inputmode=\"email\" autocapitalize=\"none\"", reader))
          \(text("phone", .phoneNumber, "class=\"medium\" inputmode=\"tel\"", reader))
          \(text("kitCode", .kitCode, "class=\"medium\" autocapitalize=\"characters\"", reader))
        </fieldset>
        """
    }

    private func text(_ name: String, _ label: PageText, _ attributes: HTML, _ reader: Reader) -> HTML {
        reader.field(
            name, label, wrong,
            with: "\(attributes) value=\"\(typed[name] ?? "")\" autocomplete=\"off\" spellcheck=\"false\"")
    }
}

extension Reader {
    /// A field for a text of several lines, with what is wrong with it.
    func longText(
        _ name: String, _ label: PageText, _ typed: String?, _ wrong: [Wrong] = [], hint: PageText? = nil, most: Int
    ) -> HTML {
        let found = wrong.first { $0.field == name }
        let described = [hint.map { _ in "\(name)-hint" }, found.map { _ in "\(name)-wrong" }].compactMap(\.self)
        return """
            <div class="field\(found == nil ? "" : " bad")"><label for="\(name)">\(self[label])</label>
              \(hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\(self[$0])</p>" as HTML })\
            \(found.map { "<p class=\"wrong\" id=\"\(name)-wrong\">\($0.text)</p>" as HTML })
              <textarea id="\(name)" name="\(name)" maxlength="\(most)"\
            \(found == nil ? nil : " aria-invalid=\"true\"" as HTML)\
            \(described.isEmpty ? nil : " aria-describedby=\"\(described.joined(separator: " "))\"" as HTML)>\(typed ?? "")</textarea></div>
            """
    }
}
