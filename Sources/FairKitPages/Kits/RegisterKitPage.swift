import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The page where a patient registers a kit: by photo, by its typed code, or both. Another page reads back what was
/// understood before anything is stored, if the kit can be registered.
enum RegisterKitPage {
    static func show(_ page: PageCall) async throws -> Response {
        _ = try page.patient
        return draw(page)
    }

    /// Reads the kit, and asks whether it is the right one, unless it can't be registered.
    static func take(_ page: PageCall, _ form: Form, _ photo: [UInt8]?) async throws -> Response {
        let own = try page.patient
        let typed = form.text("barcode")
        let advice = KitAdvice(reader: page.reader, typed: typed)
        let reading: KitReading?
        do { reading = try await read(photo, page) ?? KitCheckPage.reading(form, page, as: typed) } catch {
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
            if let before = try await ownKit(code, page) { return before }
            do { try await page.tenancy.kits.check(code, secret(form), of: own, by: page.caller) } catch {
                return try await refused(error, code, source, form, page)
            }
            return try await KitCheckPage.draw(code, source, form, page)
        }
    }

    /// The page of a kit that the patient has registered before.
    private static func ownKit(_ code: KitCode, _ page: PageCall) async throws -> Response? {
        let filter = KitFilter(profileID: try page.patient)
        let kits = try await page.tenancy.kits.list(filter, after: nil, limit: 100, by: page.caller).items
        return kits.first { $0.code == code }.map {
            .seeOther(page.reader["/kits/\($0.id)?done=\(PageText.kitOwnBefore.rawValue)"])
        }
    }

    /// Says what is true of a kit that can't be registered, and what to do.
    private static func refused(
        _ refusal: Refusal<RegisterKitFailure>, _ code: KitCode?, _ source: KitSource, _ form: Form, _ page: PageCall
    ) async throws -> Response {
        guard case .own(let failure) = refusal else { throw refusal }
        if case .alreadyRegistered(_?) = failure, let code, let before = try await ownKit(code, page) { return before }
        let advice = KitAdvice(reader: page.reader, typed: code?.description ?? form.text("barcode"))
        guard let wrong = advice.wrong(about: failure) else { throw refusal }
        let read = source == .photo ? try code.map { try KitCheckPage.seal($0, page) } : nil
        return draw(page, form, [wrong], isForClinic: failure.isForClinic, code: code, read: read ?? "")
    }

    /// Registers the kit that was read back, or goes back to change it.
    static func register(_ page: PageCall, _ form: Form) async throws -> Response {
        _ = try page.patient
        guard form["change"].isEmpty else { return draw(page, form) }
        let (typed, reading) = (form.text("barcode"), KitCheckPage.reading(form, page))
        let request = KitRegistration(
            photo: nil, barcode: typed, secret: secret(form), profileID: nil, reading: reading)
        do {
            let made = try await page.tenancy.kits.register(request, by: page.caller)
            return .seeOther(page.reader["/kits/\(made.value.id)?done=\(PageText.kitRegistered.rawValue)"])
        } catch {
            let code = typed.flatMap { try? KitCode(typed: $0) }
            return try await refused(error, code, reading == nil ? .typed : .photo, form, page)
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

    /// - Parameters:
    ///   - form: what was typed; nil: nothing yet.
    ///   - isForClinic: whether only the clinic can help.
    ///   - code: as it was understood; nil: it was not.
    ///   - read: proves that it was read from the photo, which need not be taken again.
    private static func draw(
        _ page: PageCall, _ form: Form? = nil, _ wrong: [Wrong] = [], isForClinic: Bool = false, code: KitCode? = nil,
        read: String = ""
    ) -> Response {
        let reader = page.reader
        let second = form?["secret"] ?? ""
        let isOpen = !second.isEmpty || wrong.contains { $0.field == "secret" }
        let content: HTML = """
            \(isForClinic ? reader.whomToAsk : nil)
            <p class="lead">\(reader[.registerLead])</p>
            <form class="card" method="post" action="\(to: reader["/kits/new"])" \
            enctype="multipart/form-data"\(form == nil || !wrong.isEmpty ? " data-draft=\"kit\"" as HTML : "")>
              \(Shell.token(reader))
              \(reader.field("photo", .kitPhoto, wrong, hint: .kitPhotoHint, with: """
                type="file" accept="image/*" capture="environment"
                """))
              <p class="or">\(reader[.orWord])</p>
              \(read.isEmpty ? nil : """
                <p class="soft">\(reader[.photoRead])</p><input type="hidden" name="read" value="\(read)">
                """ as HTML)
              \(reader.field("barcode", .kitCode, wrong, hint: .kitCodeHint, with: """
                class="code medium" type="text" value="\(code?.description ?? form?["barcode"] ?? "")" autocapitalize="characters" \
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
                refusal: isForClinic ? .kitRefused : .notRegistered, wrong: wrong,
                back: (reader["/kits"], .testKit), content: content))
    }
}
