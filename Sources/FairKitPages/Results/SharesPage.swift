import FairKitCore
import FairKitFrame
import FairKitService

/// With whom a patient shares the results: a new link with its end, and the shares with who opened them and when.
enum SharesPage {
    private static let spans = [1, 7, 30]

    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func make(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, own) = (page.reader, try page.patient)
        var wrong: [Wrong] = []
        let pin = SharePIN(form["pin"])
        let days = Int(form["days"]).flatMap { spans.contains($0) ? $0 : nil }
        if pin == nil { wrong.append(Wrong(field: "pin", text: reader[.typePIN])) }
        if days == nil { wrong.append(Wrong(field: "days-1", text: reader[.chooseDays])) }
        guard let pin, let days else { return try await draw(page, days: days, wrong) }
        let end = page.tenancy.now().advanced(by: .seconds(86_400 * Int64(days)))
        let (share, secret) = try await page.tenancy.shares.create(
            of: own, with: .link(pin), until: end, by: page.caller)
        let link = secret.map { page.tenancy.shares.page(of: $0) ?? $0.text } ?? ""
        let content: HTML = """
            <p class="banner ok" tabindex="-1">\(reader[.shareMadeLead])</p>
            <section class="card">
              <h2>\(reader[.shareLink])</h2>
              <p class="code" id="link">\(link)</p>
              \(reader.copyButton("link"))
            </section>
            <section class="card">
              <h2>\(reader[.shareSecret])</h2>
              <p>PIN <b class="code">\(form["pin"].trimmed)</b></p>
              <p>\(reader[.shareSecretHint])</p>
            </section>
            <section class="card">
              <h2>\(reader[.shareEnd])</h2>
              <p>\(reader[.shareEnds]) \(reader.moment(share.expiresAt))</p>
              <form method="post" action="\(to: reader["/results/shares/\(share.id)/end"])">\(Shell.token(reader))\
            <button class="danger quiet">\(reader[.endShare])</button></form>
            </section>
            <p><a href="\(to: reader["/results/shares"])">\(reader[.shareBack])</a></p>
            """
        return page.show(Document(title: reader[.shareMade], about: reader.name, tab: .results, content: content))
    }

    static func end(_ page: PageCall, _ form: Form) async throws -> Response {
        let (own, id) = (try page.patient, try page.call.id() as ShareID)
        do { _ = try await page.tenancy.shares.revoke(id, of: own, by: page.caller) } catch {
            // It has ended meanwhile.
            guard case .own(.ended) = error else { throw error }
        }
        return .seeOther(page.reader["/results/shares?done=\(PageText.shareStopped.rawValue)"])
    }

    private static func draw(_ page: PageCall, days: Int? = 7, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, own) = (page.reader, try page.patient)
        let shares = try await page.tenancy.shares.list(of: own, before: nil, limit: 50, by: page.caller).items
        let opened = try await page.tenancy.audit.accesses(to: own, before: nil, limit: 100, by: page.caller).items
            .filter { $0.action == .shareOpened && $0.outcome == .success }
        let choices = spans.map { span -> HTML in
            """
            <label class="choice"><input type="radio" id="days-\(span)" name="days" value="\(span)"\
            \(span == days ? " checked" as HTML : "")><span>\(reader[.daysLong, ["count": .number(span)]])</span></label>
            """
        }
        let list = shares.map { share in row(share, opened.filter { $0.share == "\(share.share.id)" }, reader) }
        let content: HTML = """
            \(page.said(among: [.shareStopped]))
            \(PatientResults.views(reader, .shares))
            <form class="card" method="post" action="\(to: reader["/results/shares"])">
              <h2>\(reader[.shareTitle])</h2><p>\(reader[.shareLead])</p>
              \(Shell.token(reader))
              <fieldset class="field\(wrong.contains { $0.field == "days-1" } ? " bad" : "")">\
            <legend>\(reader[.shareUntil])</legend>\(choices)</fieldset>
              \(reader.field("pin", .sharePIN, wrong, hint: .sharePINHint, with: """
                class="short" type="text" inputmode="numeric" autocomplete="off" spellcheck="false"
                """))
              <button>\(reader[.shareMake])</button>
            </form>
            \(list.isEmpty ? "<p class=\"soft\">\(reader[.noShares])</p>" as HTML : """
                <section class="card"><h2>\(reader[.sharesGiven])</h2><ul class="list">\(list)</ul></section>
                """)
            """
        return page.show(
            Document(
                title: reader[.shares], about: reader.name, tab: .results, refusal: .notShared, wrong: wrong,
                content: content))
    }

    private static func row(_ view: ShareView, _ opened: [AccessView], _ reader: Reader) -> HTML {
        let (share, way) = (view.share, reader.way(of: view.share))
        let end: HTML =
            share.end.map { end in
                "\(reader[end.reason == .wrongPins ? .sharePINsWrong : .shareEnded]) \(reader.moment(end.at))"
            } ?? "\(reader[view.isInForce ? .shareEnds : .shareEnded]) \(reader.moment(share.expiresAt))"
        let readers = opened.map { access -> HTML in
            "<span>\(reader[.shareOpened]) \(reader.moment(access.at))\(access.name.map { ", \($0)" } ?? "")</span>"
        }
        let stop: HTML? =
            view.isInForce
            ? """
            <form method="post" action="\(to: reader["/results/shares/\(share.id)/end"])">\(Shell.token(reader))\
            <button class="danger quiet">\(reader[.endShare])<span class="hide"> \(way)</span></button></form>
            """ : nil
        return """
            <li><div><span class="name"><b>\(way)</b><span>\(end)</span>\
            \(readers.isEmpty ? ["<span>\(reader[.shareNever])</span>"] : readers)</span>\(stop)</div></li>
            """
    }
}

extension Reader {
    /// With whom a share is: an address, or how it is given.
    func way(of share: Share) -> String {
        switch share.recipient {
        case .link: self[.shareByLink]
        case .email(let address): "\(address)"
        case .account: self[.shareWithAccount]
        }
    }
}
