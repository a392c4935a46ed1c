import FairKitCore
import FairKitFrame
import FairKitService

/// One kit of a patient: what happens next, and its steps with their days.
enum KitPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        guard reader.role == .patient else { return try await StaffKit.show(page) }
        let kit = try await page.tenancy.kits.show(page.call.id(), by: page.caller)
        let next = KitStep(of: kit, reader)
        let isFailed = [.rejected, .expired, .cancelled].contains(kit.status)
        let content: HTML = """
            \(page.said(among: [.kitRegistered, .kitPosted, .kitOwnBefore], draft: "kit"))
            <section class="\(isFailed ? "banner warning" : "card next")">
              <h2>\(next.what)</h2>
              \(reason(of: kit, reader))
              <p>\(next.why)</p>
              \(action(kit, next, reader))
            </section>
            \(isFailed || kit.due == .overdue ? reader.whomToAsk : nil)
            <section class="card">
              <div class="head"><h2>\(reader[.kitHistory])</h2><span class="code">\(kit.code.description)</span></div>
              \(KitSteps(kit: kit).html(for: reader))
              \(kit.needsReview ? "<p class=\"soft\">\(reader[.kitCompared])</p>" : nil)
            </section>
            """
        return page.show(
            Document(
                title: reader[.yourKit], about: reader.name, tab: .kits,
                back: (reader["/kits"], .testKit), content: content))
    }

    private static func reason(of kit: KitView, _ reader: Reader) -> HTML? {
        guard kit.status == .rejected, let reason = kit.history?.last(where: { $0.event.reason != nil })?.event.reason
        else { return nil }
        return "<p><b>\(reader.language.report.reason): \(reason)</b></p>"
    }

    /// What the patient can do about it here.
    private static func action(_ kit: KitView, _ next: KitStep, _ reader: Reader) -> HTML? {
        if kit.nextStatuses.contains(.mailed), reader.may(.reportKitStatus) {
            return """
                <form method="post" action="\(to: reader["/kits/\(kit.id)/mailed"])">\(Shell.token(reader))\
                <button>\(reader[.iPosted])</button></form>
                """
        }
        guard let place = next.place, kit.status != .registered else { return nil }
        return "<p><a class=\"button\" href=\"\(to: reader[place.path])\">\(reader[place.text])</a></p>"
    }

    /// The patient has posted the sample.
    static func mailed(_ page: PageCall, _ form: Form) async throws -> Response {
        _ = try page.patient
        let id: KitID = try page.call.id()
        do {
            _ = try await page.tenancy.kits.advance(id, to: .mailed, reason: nil, by: page.caller)
            return .seeOther(page.reader["/kits/\(id)?done=\(PageText.kitPosted.rawValue)"])
        } catch {
            // It has gone on meanwhile.
            guard case .own = error else { throw error }
            return .seeOther(page.reader["/kits/\(id)"])
        }
    }
}
