import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// The end of a patient's record: what goes, what stays and why, and three days in which it can be stopped.
enum ErasurePage {
    static func show(_ page: PageCall) async throws -> Response {
        guard page.reader.ownRecord != nil else { throw Problem.notFound }
        return draw(page, try await pending(page))
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        let id = try page.ownRecord
        let pending = try await pending(page)
        switch form["do"] {
        case "stop":
            if pending != nil { try await page.tenancy.profiles.cancelErasure(of: id, by: page.caller) }
            return .seeOther(reader["/profile/privacy?done=\(PageText.ownErasureStopped.rawValue)"])
        case "erase":
            let wrong = try await ask(of: id, form, page)
            guard wrong.isEmpty else { return draw(page, pending, wrong) }
            return .seeOther(reader["/profile/erasure?done=\(PageText.ownErasureAsked.rawValue)"])
        default: return draw(page, pending, [Wrong(field: "erasure", text: reader[.ownChooseOne])])
        }
    }

    /// Asks for the erasure of a record with the typed word and proof of identity.
    ///
    /// - Returns: what of the form is wrong; empty: the erasure waits.
    static func ask(of id: ProfileID, _ form: Form, _ page: PageCall) async throws -> [Wrong] {
        let (reader, proof) = (page.reader, TypedProof(form, page.reader))
        let word = reader[.ownErasureWord]
        var wrong: [Wrong] = []
        if form["word"].trimmed.lowercased() != word.lowercased() {
            wrong.append(Wrong(field: "word", text: reader[.ownErasureWrongWord, ["word": .text(word)]]))
        }
        wrong += proof.wrong
        guard wrong.isEmpty else { return wrong }
        do {
            _ = try await page.tenancy.profiles.requestErasure(
                of: id, password: proof.password, code: proof.code, by: page.caller)
            return []
        } catch {
            switch error {
            case .own(.held):
                return [Wrong(field: "word", text: reader[reader.ownRecord == id ? .ownErasureHeld : .erasureHeld])]
            case .own(.account(let failure)):
                guard let wrong = failure.wrong(reader) else { throw error }
                return [wrong]
            default: throw error
            }
        }
    }

    /// The word to type, the proof of identity, and the button.
    static func form(to link: Link, _ button: PageText, _ reader: Reader, _ wrong: [Wrong]) -> HTML {
        """
        <form class="card" id="erasure" method="post" action="\(to: link)">
          \(Shell.token(reader))
          <p>\(reader[.ownErasureType, ["word": .text(reader[.ownErasureWord])]])</p>
          \(reader.field("word", .ownErasureConfirm, wrong, with: """
            class="medium" autocomplete="off" autocapitalize="characters" spellcheck="false" required
            """))
          \(TypedProof.fields(reader, wrong))
          <button class="danger" name="do" value="erase">\(reader[button])</button>
        </form>
        """
    }

    /// The erasure that waits; nil: none does.
    static func pending(_ page: PageCall, of person: ProfileID? = nil) async throws -> RequestedErasure? {
        guard let id = person ?? page.reader.ownRecord else { return nil }
        do { return try await page.tenancy.profiles.requestedErasure(of: id, by: page.caller) } catch {
            guard case .own(.notRequested) = error else { throw error }
            return nil
        }
    }

    /// The way back, until the erasure is carried out.
    static func banner(_ erasure: RequestedErasure, _ reader: Reader) -> HTML {
        """
        <section class="banner warning" id="erasure" tabindex="-1"><h2>\(reader[.ownErasurePending])</h2>
          <p>\(reader[.ownErasureDue]) \(reader.moment(erasure.dueAt))</p>
          <form class="actions" method="post" action="\(to: reader["/profile/erasure"])">\(Shell.token(reader))\
        <button name="do" value="stop">\(reader[.ownErasureStop])</button></form></section>
        """
    }

    private static func draw(_ page: PageCall, _ pending: RequestedErasure?, _ wrong: [Wrong] = []) -> Response {
        let reader = page.reader
        let content: HTML = """
            \(pending.map { banner($0, reader) })
            <section class="card">
              <h2>\(reader[.ownErasureGoes])</h2><p>\(reader[.ownErasureGoesText])</p>
              <h2>\(reader[.ownErasureStays])</h2><p>\(reader[.ownErasureStaysText])</p>
              <h2>\(reader[.ownErasureDelay])</h2><p>\(reader[.ownErasureDelayText])</p>
            </section>
            \(pending == nil ? form(to: reader["/profile/erasure"], .ownErasureButton, reader, wrong) : nil)
            """
        return OwnPage(
            title: .ownErasure, parent: ("/profile/privacy", .ownPrivacy), said: [.ownErasureAsked], wrong: wrong
        ).show(page, content)
    }
}
