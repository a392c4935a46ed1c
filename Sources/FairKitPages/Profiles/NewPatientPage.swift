import FairKitCore
import FairKitFrame
import FairKitService

/// Staff register a patient who does not do it themselves. A second press confirms that it is not the same person again.
enum NewPatientPage {
    static func show(_ page: PageCall) -> Response { draw(page, TypedDetails(), Form(), []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, typed) = (page.reader, TypedDetails(form))
        let email = form.text("email").flatMap { MailAddress(typed: $0) }
        let language = reader.languages.first { $0.rawValue == form["language"] }
        var wrong = typed.wrong(reader)
        func refuse(_ field: String, _ text: PageText) { wrong.append(Wrong(field: field, text: reader[text])) }
        if form.text("email") != nil, email == nil { refuse("email", .wrongAddressForm) }
        if language == nil { refuse("language", .ownChooseOne) }
        guard wrong.isEmpty, let language else { return draw(page, typed, form, wrong) }
        // A patient lives where the clinic is, until they say otherwise.
        let zone = reader.own?.zoneFile == nil ? "UTC" : reader.own?.zone ?? "UTC"
        let details = typed.applied(
            to: ProfileDetails(
                givenName: "", familyName: "", birthDate: page.tenancy.now().date(), sex: .unknown,
                email: email.map { "\($0)" }, phone: nil, language: language, timeZone: zone, knownGenotype: nil,
                identifiers: [], consents: Consents(clinicians: form["clinicians"] == "yes")))
        // What is no name is refused when it is stored.
        let found = try await details.fullName.isText(1...201) ? alike(details, page) : []
        guard found.isEmpty || form["alike"] == ids(found) else {
            return draw(page, typed, form, [Wrong(field: "alike", text: reader[.patientAlike])], alike: found)
        }
        do {
            let made = try await page.tenancy.profiles.create(details, by: page.caller)
            return .seeOther(reader["/people/\(made.value.id)?done=\(PageText.patientRegistered.rawValue)"])
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            return draw(page, typed, form, TypedDetails.wrong(invalid, reader))
        }
    }

    /// People of the same name and birth date whom the reader may find.
    private static func alike(_ details: ProfileDetails, _ page: PageCall) async throws -> [ProfileView] {
        let person = ProfileSearch.Person(
            givenName: details.givenName.isEmpty ? nil : details.givenName, familyName: details.familyName,
            birthDate: details.birthDate)
        return try await page.tenancy.profiles.search(
            ProfileSearch(email: nil, phone: nil, person: person), by: page.caller)
    }

    private static func ids(_ people: [ProfileView]) -> String {
        people.map { "\($0.profile.id)" }.joined(separator: " ")
    }

    private static func draw(
        _ page: PageCall, _ typed: TypedDetails, _ form: Form, _ wrong: [Wrong], alike: [ProfileView] = []
    ) -> Response {
        let reader = page.reader
        let languages = reader.languages.map { (value: $0.rawValue, text: $0.ownName) }
        let language = form.text("language") ?? reader.language.rawValue
        return ManagedPage(
            title: reader[.patientNew], tab: .people, back: ("/people", .patients), refused: .patientNotRegistered,
            wrong: wrong
        ).show(
            page,
            """
            <p class="lead">\(reader[.patientNewLead])</p>
            \(alike.isEmpty ? nil : "<div id=\"alike\" tabindex=\"-1\">\(PersonMatch.list(alike, nil, reader))</div>" as HTML)
            \(reader.card(to: "/people/new"))<input type="hidden" name="alike" value="\(ids(alike))">
              \(typed.html(for: reader, wrong, isOwn: false))
              \(reader.field("email", .emailAddress, wrong, hint: .patientEmailHint, with: """
                class="medium" type="email" value="\(form["email"])" autocomplete="off" autocapitalize="none" spellcheck="false"
                """))
              \(reader.select("language", .languages, languages, language))
              \(reader.tick("clinicians", reader[.patientConsent], isOn: form["clinicians"] == "yes"))\
              <p class="hint">\(reader[.patientConsentHint])</p>
              <div class="actions"><button>\(reader[alike.isEmpty ? .patientNew : .patientAnyway])</button></div>
            </form>
            """)
    }
}
