import FairKitCore
import FairKitFrame
import FairKitService

/// The rules that raise alerts, and whether each is on. Those that can be switched have a page of their own.
enum RulesPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let rows = try await page.tenancy.alertRules.list(by: page.caller).map { rule, isOn -> HTML in
            """
            <li><div><span class="name"><b>\(reader[rule.why])</b><span>\(rule.band.map { reader[$0.text] } ?? "")</span></span>\
            \(state(isOn, reader))\
            \(rule.isSwitchable ? reader.button("/rules/\(rule.rawValue)", isOn ? .switchOff : .switchOn, of: reader[rule.why]) : nil)</div></li>

            """
        }
        let content: HTML = """
            <p class="lead">\(reader[.alertRulesLead])</p>
            <section class="card"><ul class="list">\(rows)</ul></section>
            """
        return ManagedPage(title: reader[.alertRules], done: page.done(.ownSaved)).show(page, content)
    }

    static func state(_ isOn: Bool, _ reader: Reader) -> HTML {
        isOn ? reader.badge("normal", "●", reader[.ruleOn]) : reader.badge("plain", "–", reader[.ruleOff])
    }
}

/// Switching one rule. It decides whether alerts are raised, so it takes a proof of identity.
enum RulePage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, rule) = (page.reader, try rule(page))
        try page.requireProof()
        guard ["on", "off"].contains(form["switch"]) else {
            return try await draw(page, [Wrong(field: "main", text: reader[.openAgain])])
        }
        do { try await page.tenancy.alertRules.change(rule, on: form["switch"] == "on", by: page.caller) } catch {
            guard case .own = error else { throw error }
            return .seeOther(reader["/rules"])
        }
        return .seeOther(reader["/rules?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func rule(_ page: PageCall) throws -> AlertRule {
        try page.call.parameter("rule") { text in AlertRule(rawValue: text).flatMap { $0.isSwitchable ? $0 : nil } }
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let (reader, rule) = (page.reader, try rule(page))
        try page.requireProof()
        let isOn = try await page.tenancy.alertRules.list(by: page.caller).first { $0.rule == rule }?.isOn ?? false
        let content: HTML = """
            \(reader.card(to: "/rules/\(rule.rawValue)"))
              <p>\(RulesPage.state(isOn, reader))</p>
              <p class="hint">\(reader[.ruleFromNow])</p>
              <button name="switch" value="\(isOn ? "off" : "on")">\(reader[isOn ? .switchOff : .switchOn])</button>
            </form>
            """
        return ManagedPage(title: reader[rule.why], back: ("/rules", .alertRules), wrong: wrong).show(page, content)
    }
}
