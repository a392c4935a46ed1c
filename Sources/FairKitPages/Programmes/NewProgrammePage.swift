import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A new programme of a partner.
enum NewProgrammePage {
    static func show(_ page: PageCall) -> Response { draw(page, TypedProgramme()) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var typed = TypedProgramme(form)
        guard let draft = typed.read(reader) else { return draw(page, typed) }
        do {
            let made = try await page.tenancy.programmes.create(draft, found: Faults(), by: page.caller)
            return .seeOther(reader["/programmes/\(made.programme.id)?done=\(PageText.programmeMade.rawValue)"])
        } catch {
            guard typed.refuse(error, reader) else { throw error }
            return draw(page, typed)
        }
    }

    private static func draw(_ page: PageCall, _ typed: TypedProgramme) -> Response {
        let reader = page.reader
        let content: HTML = """
            \(reader.card(to: "/programmes/new"))
              \(typed.html(reader))
              <div class="actions"><button>\(reader[.programmeNew])</button></div></form>
            """
        return ManagedPage(title: reader[.programmeNew], back: ("/programmes", .programmes), wrong: typed.wrong).show(
            page, content)
    }
}

/// Another name, partner, days or economics of a programme.
enum ChangeProgrammePage {
    static func show(_ page: PageCall) async throws -> Response {
        let found = try await page.programme().programme
        return draw(page, found, TypedProgramme(found, page.reader), nil)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, found) = (page.reader, try await page.programme().programme)
        var typed = TypedProgramme(form)
        guard let draft = typed.read(reader) else { return draw(page, found, typed, form.version) }
        guard let version = form.version else { throw Problem(.unprocessableContent, .invalid, "Say the version.") }
        do {
            _ = try await page.tenancy.programmes.change(
                found.id, expectedVersions: [version], found: Faults(), by: page.caller
            ) { programme in
                (programme.name, programme.partner, programme.economics) = (draft.name, draft.partner, draft.economics)
                (programme.startsOn, programme.endsOn) = (draft.startsOn, draft.endsOn)
            }
            return .seeOther(reader["/programmes/\(found.id)?done=\(PageText.programmeChanged.rawValue)"])
        } catch {
            if case .own(.changed) = error {
                return draw(page, try await page.programme().programme, typed, nil, isLate: true)
            }
            guard typed.refuse(error, reader) else { throw error }
            return draw(page, found, typed, version)
        }
    }

    /// - Parameter version: that of the form; nil: its reader sees the present one.
    private static func draw(
        _ page: PageCall, _ found: Programme, _ typed: TypedProgramme, _ version: Int?, isLate: Bool = false
    ) -> Response {
        let reader = page.reader
        var shown = ManagedPage(
            title: reader[.programmeChange], back: ("/programmes/\(found.id)", .programmeOne), wrong: typed.wrong)
        if isLate { shown.now = "<p>\(found.name), \(found.partner), \(reader.days(of: found))</p>" }
        let content: HTML = """
            <p class="lead">\(found.name)</p>
            \(reader.card(to: "/programmes/\(found.id)/change"))\(reader.version(version ?? found.version))
              \(typed.html(reader))
              <div class="actions"><button>\(reader[.programmeSave])</button></div></form>
            """
        return shown.show(page, content)
    }
}
