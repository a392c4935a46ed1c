import FairKitCore
import FairKitFrame
import FairKitService

/// Staff register a kit, by its typed code, for a patient who does not do it themselves.
enum PatientKitPage {
    /// Whether the reader may: only who has the patient in care, or sees all records.
    static func isOpen(_ seen: ProfileView, to reader: Reader) -> Bool {
        reader.may(.registerKit) && (seen.ground == .care || seen.ground == .role)
    }

    static func show(_ page: PageCall) async throws -> Response { draw(try await seen(page), page, Form(), []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, seen, typed) = (page.reader, try await seen(page), form.text("barcode"))
        let request = KitRegistration(
            photo: nil, barcode: typed, secret: form.text("secret").flatMap { ActivationSecret($0) },
            profileID: seen.profile.id)
        do {
            _ = try await page.tenancy.kits.register(request, by: page.caller)
        } catch {
            guard case .own(let failure) = error, let fault = wrong(about: failure, typed, reader) else { throw error }
            return draw(seen, page, form, [fault])
        }
        return .seeOther(reader["/people/\(seen.profile.id)?done=\(PageText.kitRegistered.rawValue)"])
    }

    private static func seen(_ page: PageCall) async throws -> ProfileView {
        let seen = try await page.tenancy.profiles.show(page.call.id(), by: page.caller)
        guard isOpen(seen, to: page.reader) else { throw Problem.notFound }
        return seen
    }

    /// Patients read other words: they are advised to ask their clinic.
    private static func wrong(about failure: RegisterKitFailure, _ typed: String?, _ reader: Reader) -> Wrong? {
        let text: PageText
        switch failure {
        case .alreadyRegistered: text = .patientKitTaken
        case .closed: text = .patientKitClosed
        case .notIssued: text = .patientKitUnknown
        case .refused(.nothingSent): text = .typeKitCode
        case .refused, .picture, .busy, .secretWrong, .tooManyOpenKits, .tooManyRefusedCodes, .profileRequired, .key:
            return KitAdvice(reader: reader, typed: typed).wrong(about: failure)
        }
        return Wrong(field: "barcode", text: reader[text])
    }

    private static func draw(_ seen: ProfileView, _ page: PageCall, _ form: Form, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        return page.show(
            about: seen, .patientKit, refused: .notRegistered, wrong,
            """
            \(reader.card(to: "/people/\(seen.profile.id)/kit"))
              \(reader.field("barcode", .kitCode, wrong, hint: .kitCodeHint, with: """
                class="code medium" type="text" value="\(form["barcode"])" autocapitalize="characters" autocomplete="off" \
                spellcheck="false" required
                """))
              \(reader.field("secret", .kitSecretLabel, wrong, hint: .patientKitSecret, with: """
                class="code short" type="text" value="\(form["secret"])" autocapitalize="characters" autocomplete="off" \
                spellcheck="false"
                """))
              <div class="actions"><button>\(reader[.registerNow])</button></div>
            </form>
            """)
    }
}
