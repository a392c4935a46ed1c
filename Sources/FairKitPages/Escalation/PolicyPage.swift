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
        var typed = TypedPolicy(form, try await targets(page))
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

    /// All that a step can tell.
    private static func targets(_ page: PageCall) async throws -> [EscalationTarget] {
        let teams = try await page.tenancy.teams.list(by: page.caller).map { EscalationTarget.team($0.team.name) }
        return [.patient, .care] + teams + [.operatorContact]
    }

    /// Says which teams the policy names that do not exist. They can't be chosen.
    private static func gone(_ policy: EscalationPolicy?, _ all: [EscalationTarget], _ reader: Reader) -> HTML? {
        let named = Set((policy?.steps ?? []).flatMap(\.targets)).subtracting(all).map { reader.words(of: $0) }.sorted()
        guard !named.isEmpty else { return nil }
        let text = reader[.teamsGone, ["teams": .text(named.joined(separator: ", "))]]
        return "<p class=\"banner warning\">\(text)</p>"
    }

    private static func draw(
        _ page: PageCall, _ typed: TypedPolicy, _ policy: EscalationPolicy?, isLate: Bool = false
    ) async throws -> Response {
        let (reader, band, all) = (page.reader, try band(page), try await targets(page))
        var shown = ManagedPage(
            title: "\(reader[.escalation]): \(reader[band.text])", back: ("/escalation", .escalation),
            wrong: typed.wrong)
        if isLate { shown.now = "<p>\(TypedPolicy.mark(policy))</p>" }
        let again: HTML = "<input type=\"hidden\" name=\"was\" value=\"\(TypedPolicy.mark(policy))\">"
        let content: HTML = """
            <p class="lead">\(reader[.policyLead])</p>\(gone(policy, all, reader))
            \(reader.card(to: "/escalation/\(band.rawValue)"))\(isLate ? again : nil)
              \(typed.html(all, reader))
              <div class="actions"><button>\(reader[.saveSteps])</button></div>
            </form>
            <form method="post" action="\(to: reader["/escalation/\(band.rawValue)"])">\(Shell.token(reader))\(again)
              <p class="hint">\(reader[.standardWhy])</p><button class="quiet" name="do" value="standard">\(reader[.standardSteps])</button></form>
            """
        return shown.show(page, content)
    }
}
