import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Changes what a group gets, pauses it, or removes it. It decides whom alerts reach, so it takes password and code.
enum ChangeGroupPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        try page.requireProof()
        do {
            switch form["do"] {
            case "remove":
                try await page.tenancy.alertGroups.remove(group.name, by: page.caller)
                return .seeOther(reader["/groups?done=\(PageText.groupRemoved.rawValue)"])
            case "pause", "resume":
                let isEnabled = form["do"] == "resume"
                _ = try await page.tenancy.alertGroups.change(group.name, by: page.caller) { $0.isEnabled = isEnabled }
            case "change":
                let bands = form.bands
                guard !bands.isEmpty else {
                    return try await draw(page, [Wrong(field: "band0", text: reader[.groupChooseBands])], bands)
                }
                _ = try await page.tenancy.alertGroups.change(group.name, by: page.caller) { $0.bands = bands }
            default: return try await draw(page, [Wrong(field: "main", text: reader[.ownChooseOne])])
            }
            return .seeOther(reader["/groups/\(group.name)?done=\(PageText.groupChanged.rawValue)"])
        } catch let refusal as Refusal<GroupFailure> {
            guard case .own(let failure) = refusal else { throw refusal }
            let text: PageText =
                switch failure {
                case .lastCritical: .groupLastCritical
                case .hasUnacked: .groupHasUnacked
                default: .someoneChanged
                }
            return try await draw(page, [Wrong(field: "main", text: reader[text])], form.bands)
        }
    }

    private static func draw(_ page: PageCall, _ wrong: [Wrong] = [], _ bands: Set<Band>? = nil) async throws
        -> Response
    {
        let (reader, group) = (page.reader, try await page.group())
        try page.requireProof()
        let link = reader["/groups/\(group.name)/change"]
        let pause =
            group.settings.isEnabled
            ? reader.act(.groupPause, .groupPauseWhy, link, "pause", isDanger: true)
            : reader.act(.groupResume, .groupResumeWhy, link, "resume")
        let content: HTML = """
            \(reader.card(to: link))
              <p class="hint">\(reader[.groupToldAll])</p>
              \(reader.bands(bands.flatMap { $0.isEmpty ? nil : $0 } ?? group.settings.bands, wrong))
              <div class="actions"><button name="do" value="change">\(reader[.groupSave])</button></div>
            </form>
            \(pause)
            \(group.name == ConsumerGroup.defaultName
                    ? nil : reader.act(.groupRemove, .groupRemoveWhy, link, "remove", isDanger: true))
            """
        return ManagedPage(
            title: "\(reader[.groupChange]): \(group.name)", back: ("/groups/\(group.name)", .groupOne), wrong: wrong
        ).show(page, content)
    }
}

/// The address to which the server sends a group's alerts. Messages carry ids only; the secret that signs them is shown once.
enum WebhookPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, typed: nil) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        try page.requireProof()
        let url = form.text("url") ?? ""
        do {
            switch form["do"] {
            case "remove":
                try await page.tenancy.webhooks.remove(of: group.name, by: page.caller)
                return .seeOther(reader["/groups/\(group.name)?done=\(PageText.webhookRemoved.rawValue)"])
            case "set":
                let wanted = WebhookSettings(url: url, sendsPayload: nil, rotatesSecret: form["rotate"] == "yes")
                let set = try await page.tenancy.webhooks.set(wanted, of: group.name, by: page.caller)
                guard set.hasNewSecret else {
                    return .seeOther(reader["/groups/\(group.name)?done=\(PageText.webhookSet.rawValue)"])
                }
                return try page.showOnce(set.webhook.secretText, at: reader["/groups/\(group.name)/secret"])
            default: return try await draw(page, typed: url, [Wrong(field: "main", text: reader[.ownChooseOne])])
            }
        } catch let refusal as Refusal<WebhookFailure> {
            switch refusal {
            case .invalid:
                return try await draw(page, typed: url, [Wrong(field: "url", text: reader[.webhookWrongURL])])
            case .own(.payloadForbidden):
                return try await draw(page, typed: url, [Wrong(field: "url", text: reader[.webhookSendsLevels])])
            case .notFound: return .seeOther(reader["/groups/\(group.name)"])
            default: throw refusal
            }
        }
    }

    static func secret(_ page: PageCall) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        return page.shownOnce(
            at: reader["/groups/\(group.name)/secret"], .webhookSecret, tab: .clinic,
            back: (reader["/groups/\(group.name)"], .groupOne), lead: .webhookSecretLead)
    }

    private static func draw(_ page: PageCall, typed: String?, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        try page.requireProof()
        let (link, webhook) = (reader["/groups/\(group.name)/webhook"], try await page.webhook(of: group.name))
        let content: HTML = """
            <p class="lead">\(reader[.webhookLead])</p>
            \(reader.card(to: link))
              \(reader.field("url", .webhookURL, wrong, hint: .webhookURLHint, with: """
                    type="url" value="\(typed ?? webhook.map { "\($0.url)" } ?? "")" maxlength="2048" autocomplete="off" spellcheck="false" required
                    """))
              \("<label class=\"choice\"><input type=\"checkbox\" name=\"rotate\" value=\"yes\"> \(reader[.webhookRotate])</label>", if: webhook != nil)
              <div class="actions"><button name="do" value="set">\(reader[.webhookSave])</button></div>
            </form>
            \(webhook == nil ? nil : reader.act(.webhookRemove, .webhookRemoveWhy, link, "remove", isDanger: true))
            """
        return ManagedPage(
            title: "\(reader[.webhook]): \(group.name)", back: ("/groups/\(group.name)", .groupOne), wrong: wrong
        ).show(page, content)
    }
}
