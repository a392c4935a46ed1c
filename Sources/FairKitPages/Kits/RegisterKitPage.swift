import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The page where a patient registers a kit: by photo, by its typed code, or both. Another page reads back what was
/// understood before anything is stored.
enum RegisterKitPage {
    static func show(_ page: PageCall) async throws -> Response {
        _ = try page.patient
        return draw(page)
    }

    /// Reads the kit, and asks whether it is the right one.
    static func take(_ page: PageCall, _ form: Form, _ photo: [UInt8]?) async throws -> Response {
        _ = try page.patient
        let typed = form.text("barcode")
        let advice = KitAdvice(reader: page.reader, typed: typed)
        let reading: KitReading?
        do { reading = try await read(photo, page) } catch {
            guard case .own(let failure) = error, let wrong = advice.wrong(about: failure) else { throw error }
            return draw(page, form, [wrong])
        }
        var choice = KitChoice(photo: reading, typed: typed)
        // A code that was mistyped before still stands in its field. The next page reads the photo's code back.
        if case .refused(.typed) = choice, case .kit? = reading { choice = KitChoice(photo: reading, typed: nil) }
        switch choice {
        case .refused(let refusal): return draw(page, form, [advice.wrong(about: refusal)])
        // The laboratory compares such a photo with the code, but the photo does not come along to the second page.
        case .registered(_, from: .typed, needsReview: true): return draw(page, form, [advice.wrong(about: reading)])
        case .registered(let code, let source, _):
            guard form.text("secret") == nil || secret(form) != nil else {
                return draw(page, form, [Wrong(field: "secret", text: page.reader[.adviceSecret])])
            }
            return try await KitCheckPage.draw(code, source, form, page)
        }
    }

    /// Registers the kit that was read back, or goes back to change it.
    static func register(_ page: PageCall, _ form: Form) async throws -> Response {
        _ = try page.patient
        guard form["change"].isEmpty else { return draw(page, form) }
        let typed = form.text("barcode")
        let request = KitRegistration(
            photo: nil, barcode: typed, secret: secret(form), profileID: nil, reading: KitCheckPage.reading(form, page))
        do {
            let made = try await page.tenancy.kits.register(request, by: page.caller)
            return .seeOther(page.reader["/kits/\(made.value.id)?done=\(PageText.kitRegistered.rawValue)"])
        } catch {
            let advice = KitAdvice(reader: page.reader, typed: typed)
            guard case .own(let failure) = error, let wrong = advice.wrong(about: failure) else { throw error }
            return draw(page, form, [wrong])
        }
    }

    private static func read(
        _ photo: [UInt8]?, _ page: PageCall
    ) async throws(Refusal<RegisterKitFailure>) -> KitReading? {
        guard let photo else { return nil }
        return try await page.tenancy.kits.read(photo, by: page.caller)
    }

    private static func secret(_ form: Form) -> ActivationSecret? {
        form.text("secret").flatMap { ActivationSecret($0) }
    }

    /// - Parameter form: what was typed; nil: nothing yet.
    private static func draw(_ page: PageCall, _ form: Form? = nil, _ wrong: [Wrong] = []) -> Response {
        let (reader, isRefused) = (page.reader, !wrong.isEmpty)
        let second = form?["secret"] ?? ""
        let isOpen = !second.isEmpty || wrong.contains { $0.field == "secret" }
        let content: HTML = """
            <p class="lead">\(reader[.registerLead])</p>
            <form class="card" method="post" action="\(to: reader["/kits/new"])" \
            enctype="multipart/form-data"\(form == nil || isRefused ? " data-draft=\"kit\"" as HTML : "")>
              \(Shell.token(reader))
              \(reader.field("photo", .kitPhoto, wrong, hint: .kitPhotoHint, with: """
                type="file" accept="image/*" capture="environment"
                """))
              <p class="or">\(reader[.orWord])</p>
              \(reader.field("barcode", .kitCode, wrong, hint: .kitCodeHint, with: """
                class="code medium" type="text" value="\(form?["barcode"] ?? "")" autocapitalize="characters" \
                autocomplete="off" spellcheck="false"
                """))
              <details class="more"\(isOpen ? " open" as HTML : "")><summary>\(reader[.kitSecret])</summary>
              \(reader.field("secret", .kitSecretLabel, wrong, hint: .kitSecretHint, with: """
                class="code short" type="text" value="\(second)" autocapitalize="characters" autocomplete="off" \
                spellcheck="false"
                """))
              </details>
              <button>\(reader[.goOn])</button>
            </form>
            """
        return page.show(
            Document(
                title: reader[.registerKit], about: reader.name, tab: .kits,
                status: isRefused ? .unprocessableContent : .ok, isRefused: isRefused,
                above: """
                    <a class="back" href="\(to: reader["/kits"])">\(reader[.testKit])</a>
                    \(isRefused ? reader.summary(.notRegistered, wrong) : nil)
                    """, content: content))
    }
}
