import FairKitCore
import FairKitFrame

/// A person's details as they were typed. One who registers is not asked for all of them.
struct TypedDetails: Sendable {
    private let given: String
    private let family: String
    private let birth: TypedBirthDate
    private let sex: String
    private let phone: String

    init(_ form: Form) {
        (given, family, sex, phone) = (form["given"], form["family"], form["sex"], form["phone"])
        birth = TypedBirthDate(form)
    }

    init() { (given, family, sex, phone, birth) = ("", "", "", "", TypedBirthDate()) }

    init(_ details: ProfileDetails) {
        (given, family, sex) = (details.givenName, details.familyName, details.sex.rawValue)
        (phone, birth) = (details.phone ?? "", TypedBirthDate(details.birthDate))
    }

    /// What is empty or can't be read. The use case looks at the rest.
    func wrong(_ reader: Reader, registers: Bool = false) -> [Wrong] {
        var wrong: [Wrong] = []
        if family.trimmed.isEmpty { wrong.append(Wrong(field: "family", text: reader[.ownTypeName])) }
        if birth.date == nil { wrong.append(Wrong(field: "day", text: reader[.typeDay])) }
        if !registers, AdministrativeSex(rawValue: sex) == nil {
            wrong.append(Wrong(field: "sex", text: reader[.ownChooseOne]))
        }
        return wrong
    }

    func applied(to details: ProfileDetails) -> ProfileDetails {
        var details = details
        (details.givenName, details.familyName) = (given.trimmed, family.trimmed)
        details.birthDate = birth.date ?? details.birthDate
        details.sex = AdministrativeSex(rawValue: sex) ?? details.sex
        details.phone = phone.trimmed.isEmpty ? nil : PhoneNumber(typed: phone)?.description ?? phone
        return details
    }

    static func wrong(_ invalid: Invalid, _ reader: Reader) -> [Wrong] {
        invalid.fields.map { field in
            switch field.pointer.replacing("/profile/", with: "/") {
            case "/name/given": Wrong(field: "given", text: reader[.ownTypeName])
            case "/name/family": Wrong(field: "family", text: reader[.ownTypeName])
            case "/name": Wrong(field: "name", text: reader[.ownTypeName])
            case "/birthDate": Wrong(field: "day", text: reader[.ownBirthDateFar])
            case "/timeZone": Wrong(field: "timeZone", text: reader[.ownTypeZone])
            default: Wrong(field: "phone", text: reader[.ownTypePhone])
            }
        }
    }

    func html(for reader: Reader, _ wrong: [Wrong]) -> HTML {
        """
        \(person(for: reader, wrong))
        \(reader.choices(
            "sex", .ownSex, wrong,
            AdministrativeSex.allCases.map { ($0.rawValue, "\(reader.language.report.sexes[$0])") }, chosen: sex))
        \(TypedDetails.phone(phone, reader, wrong))
        """
    }

    /// Name and birth date.
    func person(for reader: Reader, _ wrong: [Wrong]) -> HTML {
        """
        \(reader.field("given", .ownGivenName, wrong, with: """
            class="medium" value="\(given)" autocomplete="given-name" spellcheck="false"
            """))
        \(reader.field("family", .familyName, wrong, with: """
            class="medium" value="\(family)" autocomplete="family-name" spellcheck="false" required
            """))
        \(birth.html(for: reader, wrong))
        """
    }

    static func phone(_ phone: String, _ reader: Reader, _ wrong: [Wrong]) -> HTML {
        reader.field(
            "phone", .ownPhone, wrong, hint: .ownPhoneHint,
            with: """
                class="medium" type="tel" value="\(phone)" autocomplete="tel"
                """)
    }
}

/// A birth date as it was typed into three fields. It never passes through a time zone.
struct TypedBirthDate: Sendable {
    private let day: String
    private let month: String
    private let year: String

    init() { (day, month, year) = ("", "", "") }

    init(_ form: Form) { (day, month, year) = (form["day"].trimmed, form["month"].trimmed, form["year"].trimmed) }

    init(_ date: CalendarDate) {
        let parts = "\(date)".split(separator: "-").map { String($0.drop { $0 == "0" }) }
        (year, month, day) = (parts[0], parts[1], parts[2])
    }

    /// nil: there is no such day.
    var date: CalendarDate? {
        let filled = zip([year, month, day], [4, 2, 2]).map { text, count in
            String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return CalendarDate(filled.joined(separator: "-"))
    }

    func html(for reader: Reader, _ wrong: [Wrong]) -> HTML {
        func part(_ name: String, _ label: PageText, _ kind: HTML, _ value: String) -> HTML {
            reader.field(
                name, label, wrong,
                with: """
                    class="\(kind)" value="\(value)" inputmode="numeric" autocomplete="bday-\(name)" maxlength="4" required
                    """)
        }
        return """
            <fieldset class="field"><legend>\(reader[.birthDate])</legend><p class="hint">\(reader[.birthDateHint])</p>
              <div class="parts">\(part("day", .day, "short", day))\(part("month", .month, "short", month))\
            \(part("year", .year, "year", year))</div></fieldset>
            """
    }
}
