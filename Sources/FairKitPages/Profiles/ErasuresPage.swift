import FairKitCore
import FairKitFrame
import FairKitService

/// Records that will be erased, with the time and who asked for it, and records that a legal hold keeps.
enum ErasuresPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, profiles, now) = (page.reader, page.tenancy.profiles, page.tenancy.now())
        let query = page.query
        let start = try page.place(query("cursor"), "erasures") { ErasureCursor($0) }
        let first = try page.place(query("holds"), "holds") { ProfileID($0) }
        let holds = try await profiles.holds(after: first, limit: most, by: page.caller)
        let (erasures, held) = try await profiles.requestedErasures(after: start, limit: most, by: page.caller)
        let names = try await page.tenancy.accounts.names(by: page.caller)
        let people = erasures.items.map(\.profile) + holds.items.map(\.profile)
        let patients = try await profiles.names(of: people, by: page.caller)
        let waiting = erasures.items.map { erasure -> HTML in
            let state: HTML =
                held.contains(erasure.profile)
                ? reader.badge("held", "◇", reader[.erasureHeld])
                : erasure.dueAt <= now ? reader.badge("high", "!", reader[.erasureLate]) : "\(reader[.erasureStands])"
            let who: HTML = """
                \(names[erasure.actor] ?? reader[.erasureByPatient])<br>\
                <span class="soft small">\(reader.moment(erasure.requestedAt))</span>
                """
            return reader.row(
                about: reader.moment(erasure.dueAt), [who, state, record(erasure.profile, patients, reader)])
        }
        let further = [
            try erasures.next.map { reader["/erasures?cursor=\(try page.seal($0, "erasures"))"] },
            try holds.next.map { reader["/erasures?holds=\(try page.seal($0, "holds"))"] },
        ].map { link -> HTML? in
            link.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.more])</a></p>" }
        }
        let kept = holds.items.map {
            reader.row(
                about: reader.moment($0.hold.since), ["\($0.hold.reason)", record($0.profile, patients, reader)])
        }
        let content: HTML = """
            <p class="lead">\(reader[.erasuresLead])</p>
            <h2>\(reader[.erasuresPending])</h2>
            \(waiting.isEmpty
                ? reader.empty(.erasuresNone, .erasuresNoneWhy)
                : reader.table(.erasuresPending, reader[.erasuresShown, ["count": .number(waiting.count)]],
                    [.erasureDue, .erasureAsked, .accountState, .patientRecord], waiting))\(further[0])
            <h2>\(reader[.holds])</h2>
            \(kept.isEmpty
                ? reader.empty(.holdsNone, .holdsNoneWhy, ("/people", .findPatient))
                : reader.table(.holds, reader[.holdsShown, ["count": .number(kept.count)]],
                    [.holdSince, .holdReason, .patientRecord], kept))\(further[1])
            """
        return ManagedPage(title: reader[.erasures]).show(page, content)
    }

    private static func record(_ person: ProfileID, _ names: [ProfileID: String], _ reader: Reader) -> HTML {
        """
        <b>\(names[person] ?? reader.number(of: person))</b><br>\
        <a href="\(to: reader["/people/\(person)/hold"])">\(reader[.holdTitle])</a>
        """
    }
}

/// The erasure of one record, which can be stopped until it is carried out, and the legal hold that keeps the record.
enum HoldPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, profiles, id) = (page.reader, page.tenancy.profiles, try page.call.id() as ProfileID)
        let done: PageText
        do {
            switch form["do"] {
            case "stop":
                try await profiles.cancelErasure(of: id, by: page.caller)
                done = .erasureStopped
            case "lift":
                try page.requireProof()
                try await profiles.release(id, by: page.caller)
                done = .holdLifted
            case "hold":
                let reason = form.text("reason") ?? ""
                guard reason.isText(1...LegalHold.longestReason) else {
                    return try await draw(page, form["reason"], [Wrong(field: "reason", text: reader[.holdTypeReason])])
                }
                _ = try await profiles.hold(reason, on: id, by: page.caller)
                done = .holdSet
            default: return try await draw(page, nil, [Wrong(field: "main", text: reader[.ownChooseOne])])
            }
        } catch Refusal<RequestErasureFailure>.own(_), Refusal<NotHeld>.own(_) {
            // Another person was quicker.
            return .seeOther(reader["/people/\(id)/hold"])
        }
        return .seeOther(reader["/people/\(id)/hold?done=\(done.rawValue)"])
    }

    static func hold(on id: ProfileID, _ page: PageCall) async throws -> LegalHold? {
        do { return try await page.tenancy.profiles.hold(on: id, by: page.caller) } catch {
            guard case .own = error else { throw error }
            return nil
        }
    }

    private static func draw(_ page: PageCall, _ typed: String? = nil, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let seen = try await page.tenancy.profiles.show(id, by: page.caller)
        let (hold, erasure) = (try await hold(on: id, page), try await ErasurePage.pending(page, of: id))
        let link = reader["/people/\(id)/hold"]
        let lifts = hold != nil && page.query("lift") != nil
        if lifts { try page.requireProof() }
        let pending: HTML? = erasure.map { erasure in
            let due: HTML = "<p class=\"banner warning\">\(reader[.erasureDue]): \(reader.moment(erasure.dueAt))</p>"
            return "\(due)\(reader.act(.erasureStop, .erasureStopWhy, link, "stop"))"
        }
        let facts: HTML? = hold.map { hold in
            "<section class=\"card\">\(reader.facts([(.holdSince, reader.moment(hold.since)), (.holdReason, "\(hold.reason)")]))</section>"
        }
        let reason: HTML = """
            \(reader.card(to: link))
              <h2>\(reader[hold == nil ? .holdSetTitle : .holdChange])</h2><p class="soft">\(reader[.holdWhy])</p>
              \(reader.field("reason", .holdReason, wrong, hint: .holdReasonHint, with: """
                type="text" value="\(typed ?? hold?.reason ?? "")" maxlength="\(LegalHold.longestReason)" autocomplete="off" required
                """))
              <div class="actions"><button name="do" value="hold">\(reader[.holdButton])</button></div>
            </form>
            \(hold == nil ? nil : reader.links([("/people/\(id)/hold?lift=yes", .holdLift, reader[.holdLiftWhy])]))\
            \(hold == nil && erasure == nil && reader.may(.eraseRecord)
                ? reader.links([("/people/\(id)/erase", .eraseRecord, reader[.eraseRecordWhy])]) : nil)
            """
        return page.show(
            Document(
                title: reader[.holdTitle], about: seen.profile.details.fullName, tab: .clinic, wrong: wrong,
                person: PatientHeader(of: seen), back: (reader["/erasures"], .erasures),
                done: page.done(.erasureStopped, .holdLifted, .holdSet, .eraseAsked),
                content: """
                    \(pending)\(facts)
                    \(lifts ? reader.act(.holdLift, .holdLiftWhy, link, "lift", isDanger: true) : reason)
                    """))
    }
}
