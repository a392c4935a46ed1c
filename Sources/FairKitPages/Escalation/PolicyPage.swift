import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The steps of one urgency, and their change. It decides whom alerts tell, so it takes a proof of identity.
enum PolicyPage {
    static func show(_ page: PageCall) async throws -> Response {
        let policy = try await policy(page)
        return try await draw(page, TypedPolicy(policy), policy)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, band, now) = (page.reader, try band(page), try await policy(page))
        var typed = TypedPolicy(form, try await targets(page, now))
        guard typed.was == TypedPolicy.mark(now) else { return try await draw(page, typed, now, isLate: true) }
        let isStandard = form["do"] == "standard"
        let policy = isStandard ? nil : typed.policy(reader)
        guard policy != nil || isStandard else { return try await draw(page, typed, now) }
        do {
            try await page.tenancy.escalation.set(policy, of: band, by: page.caller)
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            typed.refuse(invalid, band, reader)
            return try await draw(page, typed, now)
        }
        return .seeOther(reader["/escalation?done=\(PageText.escalationSet.rawValue)"])
    }

    private static func band(_ page: PageCall) throws -> Band {
        try page.call.parameter("band") { text in Int(text).flatMap { "\($0)" == text ? Band(rawValue: $0) : nil } }
    }

    /// The policy in force, for a reader who has proved their identity.
    private static func policy(_ page: PageCall) async throws -> EscalationPolicy? {
        let band = try band(page)
        try page.requireProof()
        return try await page.tenancy.escalation.policy(of: band, by: page.caller)?.policy
    }

    /// All that a step can tell, also teams that the policy names and that are gone.
    private static func targets(_ page: PageCall, _ policy: EscalationPolicy?) async throws -> [EscalationTarget] {
        let teams = try await page.tenancy.teams.list(by: page.caller).map { EscalationTarget.team($0.team.name) }
        let all = [.patient, .care] + teams + [.operatorContact]
        let named = (policy?.steps ?? []).flatMap(\.targets).filter { !all.contains($0) }
        return all + Set(named).sorted { $0.description < $1.description }
    }

    private static func draw(
        _ page: PageCall, _ typed: TypedPolicy, _ policy: EscalationPolicy?, isLate: Bool = false
    ) async throws -> Response {
        let (reader, band) = (page.reader, try band(page))
        var shown = ManagedPage(
            title: "\(reader[.escalation]): \(reader[band.text])", back: ("/escalation", .escalation),
            wrong: typed.wrong)
        if isLate { shown.now = "<p>\(TypedPolicy.mark(policy))</p>" }
        let again: HTML = "<input type=\"hidden\" name=\"was\" value=\"\(TypedPolicy.mark(policy))\">"
        return shown.show(
            page,
            """
            <p class="lead">\(reader[.policyLead])</p>
            <form class="card" method="post" action="\(to: reader["/escalation/\(band.rawValue)"])">
              \(Shell.token(reader))\(isLate ? again : nil)
              \(typed.html(try await targets(page, policy), reader))
              <div class="actions"><button>\(reader[.saveSteps])</button></div>
            </form>
            <form method="post" action="\(to: reader["/escalation/\(band.rawValue)"])">\(Shell.token(reader))\(again)
              <p class="hint">\(reader[.standardWhy])</p><button class="quiet" name="do" value="standard">\(reader[.standardSteps])</button></form>
            """)
    }
}
