import FairKitCore
import FairKitFrame
import FairKitService

/// The groups of programs that get alerts, and how many of their alerts are parked; and the form that makes one.
enum GroupsPage {
    /// The most parked alerts that are counted.
    private static let most = 100

    static func show(_ page: PageCall) async throws -> Response { try await draw(page, [:], []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, name, bands) = (page.reader, form.text("name") ?? "", form.bands)
        var wrong: [Wrong] = []
        if !ConsumerGroup.isName(name) { wrong.append(Wrong(field: "name", text: reader[.groupNameForm])) }
        if bands.isEmpty { wrong.append(Wrong(field: "band0", text: reader[.groupChooseBands])) }
        let typed = ["name": name]
        guard wrong.isEmpty else { return try await draw(page, typed, wrong, bands) }
        do {
            _ = try await page.tenancy.alertGroups.create(name, ConsumerGroup.Settings(bands: bands), by: page.caller)
        } catch {
            guard case .own(let failure) = error, case .nameTaken = failure else { throw error }
            return try await draw(page, typed, [Wrong(field: "name", text: reader[.groupNameTaken])], bands)
        }
        return .seeOther(reader["/groups/\(name)?done=\(PageText.groupMade.rawValue)"])
    }

    private static func draw(
        _ page: PageCall, _ typed: [String: String], _ wrong: [Wrong], _ bands: Set<Band> = Set(Band.allCases)
    ) async throws -> Response {
        let reader = page.reader
        var rows: [HTML] = []
        for group in try await page.tenancy.alertGroups.list(by: page.caller) {
            rows.append(try await row(group, page))
        }
        let count = reader[.groupsShown, ["count": .number(rows.count)]]
        let content: HTML = """
            <p class="lead">\(reader[.groupsLead])</p>
            \(reader.table(.groups, count, [.groupName, .groupGets, .groupPushes, .groupParked], rows))
            \(reader.card(to: "/groups"))<h2>\(reader[.groupNew])</h2>
              \(reader.field("name", .groupName, wrong, hint: .groupNameForm, with: """
                    class="medium" type="text" value="\(typed["name"] ?? "")" maxlength="63" autocapitalize="none" autocomplete="off" spellcheck="false" required
                    """))
              \(reader.bands(bands, wrong))
              <div class="actions"><button>\(reader[.groupMake])</button></div>
            </form>
            """
        return ManagedPage(
            title: reader[.groups], back: ("/clinic", .clinic), wrong: wrong, done: page.done(.groupRemoved)
        ).show(page, content)
    }

    private static func row(_ group: ConsumerGroup, _ page: PageCall) async throws -> HTML {
        let reader = page.reader
        let parked = try await page.tenancy.deliveries.parked(
            in: group.name, after: nil, limit: most, by: page.caller)
        let number = "\(parked.items.count)\(parked.next == nil ? "" : "+")"
        let badge: HTML = parked.items.isEmpty ? "0" : reader.badge("high", "!", number)
        let webhook = try await page.webhook(of: group.name)
        return reader.row(
            about: "<a href=\"\(to: reader["/groups/\(group.name)"])\">\(group.name)</a>",
            [reader.gets(group), webhook.map { "\($0.url.origin)" } ?? "\(reader[.groupClaims])", badge])
    }
}

extension Form {
    /// The kinds of alerts that are chosen.
    var bands: Set<Band> { Set(Band.allCases.filter { self["band\($0.rawValue)"] == "yes" }) }
}

extension Reader {
    func bands(_ chosen: Set<Band>, _ wrong: [Wrong]) -> HTML {
        let found = wrong.first { $0.field == "band0" }
        let choices = Band.allCases.map { band -> HTML in
            """
            <label class="choice"><input type="checkbox" id="band\(band.rawValue)" name="band\(band.rawValue)" value="yes"\
            \(chosen.contains(band) ? " checked" as HTML : nil)> \(self[band.text])</label>

            """
        }
        return """
            <fieldset class="field\(found == nil ? "" : " bad")"><legend>\(self[.groupGets])</legend>\
            \(found.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })\(choices)</fieldset>
            """
    }

    /// What a group gets, or that it is paused.
    func gets(_ group: ConsumerGroup) -> HTML {
        guard group.settings.isEnabled else { return badge("held", "◇", self[.groupPaused]) }
        let names = group.settings.bands.sorted { $0.rawValue < $1.rawValue }.map { self[$0.text] }
        return "\(names.joined(separator: ", "))"
    }
}

extension PageCall {
    /// The webhook of a group; nil: it has none, or there is no such group.
    func webhook(of group: String) async throws -> Webhook? {
        do { return try await tenancy.webhooks.show(of: group, by: caller) } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
    }

    func group() async throws -> ConsumerGroup {
        let name = try call.parameter("name") { ConsumerGroup.isName($0) ? $0 : nil }
        do { return try await tenancy.alertGroups.show(name, by: caller) } catch {
            guard case .own = error else { throw error }
            throw Problem.notFound
        }
    }
}
