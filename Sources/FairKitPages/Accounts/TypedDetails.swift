import FairKitCore

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

    /// - Parameter isOwn: whether they are the reader's: a browser fills in no other person's.
    func html(for reader: Reader, _ wrong: [Wrong], isOwn: Bool = true) -> HTML {
        """
        \(person(for: reader, wrong, isOwn: isOwn))
        \(reader.choices(
            "sex", .ownSex, wrong,
            AdministrativeSex.allCases.map { ($0.rawValue, "\(reader.language.report.sexes[$0])") }, chosen: sex))
        \(TypedDetails.phone(phone, reader, wrong, isOwn: isOwn))
        """
    }

    /// Name and birth date.
    func person(for reader: Reader, _ wrong: [Wrong], isOwn: Bool = true) -> HTML {
        let (givenFill, familyFill) = isOwn ? ("given-name", "family-name") : ("off", "off")
        return """
            \(reader.field("given", .ownGivenName, wrong, with: """
                class="medium" value="\(given)" autocomplete="\(givenFill)" spellcheck="false"
                """))
            \(reader.field("family", .familyName, wrong, with: """
                class="medium" value="\(family)" autocomplete="\(familyFill)" spellcheck="false" required
                """))
            \(birth.html(for: reader, wrong, isOwn: isOwn))
            """
    }

    static func phone(_ phone: String, _ reader: Reader, _ wrong: [Wrong], isOwn: Bool = true) -> HTML {
        reader.field(
            "phone", .ownPhone, wrong, hint: .ownPhoneHint,
            with: """
                class="medium" type="tel" value="\(phone)" autocomplete="\(isOwn ? "tel" : "off")"
                """)
    }
}
