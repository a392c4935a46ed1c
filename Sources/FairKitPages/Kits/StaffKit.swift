import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A kit for staff: where it is, its steps, notes about it, and what the reader may report.
enum StaffKit {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    /// What happened to the sample. Leads back to the list, if its button stood there.
    static func report(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as KitID)
        guard let status = KitStatus(rawValue: form["status"]) else {
            return try await draw(page, form, .kitChooseStep)
        }
        do {
            _ = try await page.tenancy.kits.advance(id, to: status, reason: form.text("reason"), by: page.caller)
        } catch {
            switch error {
            case .invalid: return try await draw(page, form, .kitTypeReason)
            case .own: return try await draw(page, form, .kitStepLate)
            default: throw error
            }
        }
        let done = (status == .received ? PageText.kitArrivedDone : .kitStepDone).rawValue
        guard let stage = form.text("stage") else { return .seeOther(reader["/kits/\(id)?done=\(done)"]) }
        let list = ("/kits" as Link.Path).with([
            "stage": KitStage(rawValue: stage)?.rawValue, "cursor": form.text("cursor"), "done": done,
        ])
        return .seeOther(reader[list])
    }

    /// Assigns the kit to a laboratory, or to none.
    static func assign(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: KitID = try page.call.id()
        guard let name = form.text("laboratory") else { return try await draw(page, form, .kitChooseLaboratory) }
        do {
            _ = try await page.tenancy.kits.assign(id, to: name == "-" ? nil : name, by: page.caller)
            return .seeOther(page.reader["/kits/\(id)?done=\(PageText.kitAssigned.rawValue)"])
        } catch {
            guard case .invalid = error else { throw error }
            return try await draw(page, form, .kitChooseLaboratory)
        }
    }

    /// Takes back the reader's own report that the sample arrived or was rejected.
    static func takeBack(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: KitID = try page.call.id()
        do {
            _ = try await page.tenancy.kits.takeBackArrival(
                id, of: form["do"] == "rejected" ? .rejected : .received, by: page.caller)
            return .seeOther(page.reader["/kits/\(id)?done=\(PageText.kitTakenBack.rawValue)"])
        } catch {
            guard case .own = error else { throw error }
            return try await draw(page, form, .kitNotTakenBack)
        }
    }

    static func draw(
        _ page: PageCall, _ form: Form? = nil, _ wrong: PageText? = nil, note: NoteForm = NoteForm()
    ) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as KitID)
        let kit = try await page.tenancy.kits.show(id, by: page.caller)
        let notes =
            reader.may(.readKitNotes)
            ? try await page.ifSeen { () throws(Refusal<Never>) -> Page<NoteView, NoteID>? in
                try await page.tenancy.notes.list(about: .kit(id), before: nil, limit: 50, by: page.caller)
            } : nil
        let laboratories =
            reader.may(.issueKits)
            ? try await page.tenancy.laboratories.list(after: nil, limit: 100, by: page.caller).items : []
        let field = wrong == .kitChooseLaboratory ? "laboratory" : wrong == .kitTypeReason ? "reason" : "report"
        let faults = (wrong.map { [Wrong(field: field, text: reader[$0])] } ?? []) + note.wrong
        let content: HTML = """
            \(KitFacts(kit: kit).html(reader))
            \(kit.mayTakeBackArrival ? takingBack(kit, reader) : nil)
            \(reports(kit, form, faults, reader))
            \(laboratories.isEmpty ? nil : assignment(kit, laboratories.map(\.name), faults, reader))
            \(notes.map { note.html(
                under: $0, to: reader.may(.writeKitNotes) ? reader["/kits/\(id)/notes"] : nil, draft: "note-\(id)", reader) })
            """
        return page.show(
            Document(
                title: reader[.kitOfStaff], about: kit.code.description, tab: .kits,
                refusal: note.wrong.isEmpty ? .kitNotChanged : .noteNotSaved, wrong: faults,
                back: (reader["/kits"], .kitsOfStaff),
                done: page.done(.kitArrivedDone, .kitStepDone, .kitAssigned, .kitTakenBack),
                above: page.said(among: [.noteSaved], draft: "note-\(id)") ?? "", content: content))
    }

    private static func takingBack(_ kit: KitView, _ reader: Reader) -> HTML {
        reader.act(
            kit.status == .rejected ? .kitTakeBackRejection : .kitTakeBackArrival, .kitTakeBackWhy,
            reader["/kits/\(kit.id)/take-back"], "\(kit.status.rawValue)")
    }

    /// What the reader may report next.
    private static func reports(_ kit: KitView, _ form: Form?, _ wrong: [Wrong], _ reader: Reader) -> HTML? {
        guard reader.may(.receiveSamples) else { return nil }
        let texts: [(KitStatus, PageText)] = [
            (.shipped, .kitShip), (.received, .kitArrive), (.processing, .kitProcess),
        ]
        let next = texts.filter { kit.nextStatuses.contains($0.0) }
        // The nearest step is the main one.
        let steps = next.map { status, text -> HTML in
            """
            <button name="status" value="\(status.rawValue)"\(status == next[0].0 ? nil : " class=\"quiet\"" as HTML)>\(reader[text])</button>
            """
        }
        let mayReject = kit.nextStatuses.contains(.rejected)
        guard mayReject || !steps.isEmpty else { return nil }
        let address = reader["/kits/\(kit.id)/status"]
        let ways: HTML? =
            steps.isEmpty
            ? nil
            : """
            <form method="post" action="\(to: address)">\(Shell.token(reader))<div class="actions">\(steps)</div></form>
            """
        return """
            <section class="card noprint" id="report"><h2>\(reader[.kitReport])</h2>
            \(ways)\(mayReject ? rejection(address, form, wrong, reader) : nil)</section>
            """
    }

    private static func rejection(_ address: Link, _ form: Form?, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <details class="more"\(wrong.contains { $0.field == "reason" } ? " open" as HTML : nil)><summary>\(reader[.kitReject])</summary>
        <form method="post" action="\(to: address)">\(Shell.token(reader))<input type="hidden" name="status" value="rejected">
          \(reader.longText("reason", .kitRejectReason, form?["reason"], wrong, hint: .kitRejectHint, most: 500))
          <div class="actions"><button class="danger">\(reader[.kitReject])</button></div>
        </form></details>
        """
    }

    private static func assignment(_ kit: KitView, _ names: [String], _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <section class="card noprint"><h2>\(reader[.kitAssign])</h2>
        <form method="post" action="\(to: reader["/kits/\(kit.id)/laboratory"])">\(Shell.token(reader))
          \(reader.laboratories(names, chosen: kit.laboratory ?? "-", wrong))
          <div class="actions"><button>\(reader[.ownSave])</button></div></form></section>
        """
    }
}
