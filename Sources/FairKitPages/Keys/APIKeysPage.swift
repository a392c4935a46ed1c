import FairKitCore
import FairKitFrame
import FairKitService

/// The API keys of programs: those that wait for approval first, then those that are valid.
enum APIKeysPage {
    private static let most = 50
    static let done: [PageText] = [.apiKeyApproved, .apiKeyRevoked]

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, query) = (page.reader, page.query)
        let all = query("all") != nil
        let start = try page.place(query("cursor"), "keys \(all)") { KeyID($0) }
        let found = try await page.tenancy.keys.list(all: all, before: start, limit: most, by: page.caller)
        let waiting = start == nil ? try await page.preparedKeys() : []
        let list: Link.Path = all ? "/keys?all=yes" : "/keys"
        let next = try found.next.map { reader[list.with(["cursor": try page.seal($0, "keys \(all)")])] }
        let rows = (waiting + found.items).map { row($0, reader) }
        let make: HTML =
            "<p class=\"actions\"><a class=\"button\" href=\"\(to: reader["/keys/new"])\">\(reader[.apiKeyNew])</a></p>"
        let count = reader[.apiKeysShown, ["count": .number(rows.count)]]
        return page.show(
            Document(
                title: reader[.apiKeys], tab: .clinic, back: (reader["/clinic"], .clinic),
                done: page.done(among: done),
                content: """
                    <p class="lead">\(reader[.apiKeysLead])</p>\(make, if: reader.may(.manageKeys))
                    \(reader.views(.apiKeys, [("/keys", .apiKeysValid), ("/keys?all=yes", .apiKeysAll)], all ? .apiKeysAll : .apiKeysValid))
                    \(rows.isEmpty
                        ? reader.empty(.apiKeysNone, .apiKeysNoneWhy)
                        : reader.table(.apiKeys, count, [.apiKeyName, .roleName, .accountState, .apiKeyUsed], rows))
                    \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
                    """))
    }

    private static func row(_ view: KeyView, _ reader: Reader) -> HTML {
        let key = view.key
        let role: HTML = "\(reader[key.role.name.keyText])\(view.laboratory.map { ", \($0)" } ?? "")"
        return reader.row(
            about: "<a href=\"\(to: reader["/keys/\(key.id)"])\">\(key.name)</a>",
            [role, state(view, reader), used(view, reader)])
    }

    static func state(_ view: KeyView, _ reader: Reader) -> HTML {
        if view.preparedBy != nil { return reader.badge("held", "◇", reader[.stateAwaited]) }
        let badge =
            view.isActive
            ? reader.badge("normal", "●", reader[.apiKeyValid]) : reader.badge("plain", "✕", reader[.apiKeyEnded])
        let end = view.key.endsAt.map {
            "<br><span class=\"soft small\">\(reader[.untilTime]) \(reader.moment($0))</span>" as HTML
        }
        return "\(badge)\(end)"
    }

    static func used(_ view: KeyView, _ reader: Reader) -> HTML {
        view.usedAt.map { reader.moment($0) } ?? "\(reader[.apiKeyUnused])"
    }
}

extension PageCall {
    /// The keys that wait for a second administrator.
    func preparedKeys() async throws -> [KeyView] {
        try await tenancy.keys.prepared(before: nil, limit: 200, by: caller).items
    }

    /// A key by the id in the path.
    func key() async throws -> KeyView {
        let id: KeyID = try call.id()
        if let found = try await preparedKeys().first(where: { $0.key.id == id }) { return found }
        var start: KeyID?
        repeat {
            let found = try await tenancy.keys.list(all: true, before: start, limit: 500, by: caller)
            if let key = found.items.first(where: { $0.key.id == id }) { return key }
            start = found.next
        } while start != nil
        throw Problem.notFound
    }
}

extension RoleName {
    /// What a key of the role is for.
    var keyText: PageText {
        switch self {
        case .patient: .ownRolePatient
        case .clinician: .ownRoleClinician
        case .laboratory: .apiKeyOfLaboratory
        case .consumer: .apiKeyConsumer
        case .app: .apiKeyApp
        case .administrator: .ownRoleAdministrator
        case .coordinator: .ownRoleCoordinator
        }
    }
}
