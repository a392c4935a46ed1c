import FairKitCore
import FairKitFrame
import FairKitService

/// Where an administrator begins: the steps of the first day until all are done, and the kits that wait.
enum AdministratorHome {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let found = try await page.tenancy.dashboard(by: page.caller)
        let waiting = [
            found.invitationsToApprove.flatMap { approvals($0, reader) },
            found.overdueKits.flatMap { list(.overdueKits, $0, "/kits?stage=overdue", reader) },
            found.kitsToReview.flatMap { list(.kitsForReview, $0, "/kits/review", reader) },
        ].compactMap(\.self)
        let setup = found.setup.flatMap { $0.isComplete ? lacks($0, reader) : firstDay($0, reader) }
        let desk = found.desk.flatMap { onDesk($0, found.setup, reader) }
        let isFree = waiting.isEmpty && setup == nil && desk == nil
        let content: HTML = """
            \(isFree ? "<p class=\"lead\">\(reader[.nothingWaitsHere])</p>" as HTML : nil)
            \(setup)
            \(desk)
            \(waiting)
            """
        return page.show(Document(title: reader[.home], about: reader.name, tab: .home, content: content))
    }

    private static func firstDay(_ setup: ClinicSetup, _ reader: Reader) -> HTML {
        let next = ClinicSetup.Step.allCases.first { !setup.done.union(ClinicSetup.Step.canWait).contains($0) }
        let steps = ClinicSetup.Step.allCases.map { step -> HTML in
            let isDone = setup.done.contains(step)
            let (title, why, path) = words(of: step)
            let state: HTML =
                isDone ? "<div>\(reader.badge("normal", "●", reader[.stepDone]))</div>" : "<span>\(reader[why])</span>"
            return """
                <li\(isDone ? " class=\"done\"" as HTML : nil)\(step == next ? " aria-current=\"step\"" as HTML : nil)>\
                <b><a href="\(to: reader[path])">\(reader[title])</a></b> \(state)</li>

                """
        }
        return """
            <section class="card">
              <h2>\(reader[.firstDay])</h2>
              <p>\(reader[.firstDayLead, ["count": .number(setup.done.count), "total": .number(ClinicSetup.Step.allCases.count)]])</p>
              <ol class="steps">\(steps)</ol>
            </section>

            """
    }

    /// After the first day: what a critical alert lacks now.
    private static func lacks(_ setup: ClinicSetup, _ reader: Reader) -> HTML? {
        let lacking = [ClinicSetup.Step.clinician, .escalation].filter { !setup.done.contains($0) }.map {
            step -> HTML in
            let (title, _, path) = words(of: step)
            return "<li><a href=\"\(to: reader[path])\">\(reader[title])</a></li>"
        }
        guard !lacking.isEmpty else { return nil }
        return """
            <section class="banner critical"><h2>\(reader[.alertsReachNoOne])</h2><ul>\(lacking)</ul></section>

            """
    }

    /// What waits on other pages, each with its number. The steps of the first day name the last two themselves.
    private static func onDesk(_ desk: AdministratorDesk, _ setup: ClinicSetup?, _ reader: Reader) -> HTML? {
        let done = setup?.done ?? []
        let isSetUp = setup?.isComplete ?? true
        let (saysBackup, saysAlone) = (
            desk.isBackupLate && (isSetUp || done.contains(.backup)),
            isSetUp && !done.contains(.secondAdministrator)
        )
        let all: [(count: Int, text: PageText, path: Link.Path)] = [
            (desk.keys, .deskKeys, "/keys"), (desk.emergencies, .deskEmergencies, "/emergencies"),
            (desk.erasures, .deskErasures, "/erasures"), (saysBackup ? 1 : 0, .deskBackup, "/clinic/health"),
            (saysAlone ? 1 : 0, .deskAlone, "/accounts/invite?role=administrator"),
        ]
        let rows = all.filter { $0.count > 0 }.map { part in
            reader.row(part.path, "\(reader[part.text, ["count": .number(part.count)]])")
        }
        guard !rows.isEmpty else { return nil }
        return "<section class=\"card\"><h2>\(reader[.deskTitle])</h2><ul class=\"list\">\(rows)</ul></section>\n"
    }

    private static func words(of step: ClinicSetup.Step) -> (PageText, PageText, Link.Path) {
        switch step {
        case .mail: (.stepMail, .stepMailWhy, "/profile/test")
        case .clinicName: (.stepName, .stepNameWhy, "/settings")
        case .secondAdministrator: (.stepAdministrator, .stepAdministratorWhy, "/accounts/invite?role=administrator")
        case .clinician: (.stepClinician, .stepClinicianWhy, "/accounts/invite?role=clinician")
        case .laboratory: (.stepLaboratory, .stepLaboratoryWhy, "/accounts/invite?role=laboratory")
        case .ranges: (.stepRanges, .stepRangesWhy, "/ranges")
        case .escalation: (.stepEscalation, .stepEscalationWhy, "/escalation")
        case .backup: (.stepBackup, .stepBackupWhy, "/clinic/health")
        }
    }

    private static func approvals(_ part: Dashboard.Part<Invitation>, _ reader: Reader) -> HTML? {
        list(.invitationsToApprove, part, "/accounts", reader) { invitation in
            reader.row(
                "/accounts/invitations/\(invitation.id)", "\(invitation.name ?? "\(invitation.email)")",
                ["\(reader[(invitation.role?.name ?? .patient).ownText])"])
        }
    }

    private static func list(
        _ title: PageText, _ part: Dashboard.Part<KitView>, _ path: Link.Path, _ reader: Reader
    ) -> HTML? {
        list(title, part, path, reader) { kit in
            """
            <li><a href="\(to: reader["/kits/\(kit.id)"])"><span class="code">\(kit.code.description)</span></a></li>

            """
        }
    }

    private static func list<Item: Sendable>(
        _ title: PageText, _ part: Dashboard.Part<Item>, _ path: Link.Path, _ reader: Reader, _ row: (Item) -> HTML
    ) -> HTML? {
        guard !part.items.isEmpty else { return nil }
        return reader.first(title, part.items.map(row), of: part.total.count, all: path)
    }
}
