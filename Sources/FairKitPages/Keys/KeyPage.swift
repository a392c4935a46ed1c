import FairKitCore
import FairKitService

/// One key: what it may do, when it was used, and the pages that change it.
enum KeyPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, view) = (page.reader, try await page.key())
        let key = view.key
        let isOwn = reader.isOwn(view.preparedBy)
        var links: [(path: Link.Path, title: PageText, why: String)] = []
        if reader.may(.manageKeys) {
            if view.preparedBy != nil, !isOwn {
                links.append(("/keys/\(key.id)/approve", .approve, reader[.apiKeyApproveWhy]))
            }
            if view.isActive, key.revokedAt == nil {
                links.append(("/keys/\(key.id)/rotate", .apiKeyRotate, reader[.apiKeyRotateWhy]))
            }
            if view.preparedBy != nil {
                links.append(("/keys/\(key.id)/revoke", .apiKeyWithdraw, reader[.apiKeyWithdrawWhy]))
            } else if view.isActive {
                links.append(("/keys/\(key.id)/revoke", .apiKeyRevoke, reader[.apiKeyRevokeWhy]))
            }
        }
        if reader.may(.readAudit) {
            links.append(("/audit?actor=\(key.id)", .auditOfActor, reader[.auditOfActorWhy]))
        }
        let content: HTML = """
            \(isOwn ? try await page.whoApproves() : nil)
            <section class="card">\(facts(view, reader))</section>
            \(links.isEmpty ? nil : reader.links(links))
            """
        return ManagedPage(title: key.name, back: ("/keys", .apiKeys)).show(page, content)
    }

    static func facts(_ view: KeyView, _ reader: Reader) -> HTML {
        let scopes = (view.key.scopes ?? view.key.role.scopes).sorted()
        let items = scopes.map {
            "<li>\(reader[$0.area]): \(reader[$0.verb]) <span class=\"code soft small\">\($0.rawValue)</span></li>"
                as HTML
        }
        return reader.facts([
            (.accountState, APIKeysPage.state(view, reader)), (.apiKeyName, "\(view.key.name)"),
            (.roleName, "\(reader[view.key.role.name.keyText])\(view.laboratory.map { ", \($0)" } ?? "")"),
            (.apiKeyMade, reader.moment(view.key.createdAt)), (.apiKeyUsed, APIKeysPage.used(view, reader)),
            (.apiKeyMay, items.isEmpty ? nil : "<ul>\(items)</ul>"),
            (.apiKeyInAudit, "<span class=\"code\">\(view.key.id.description)</span>"),
        ])
    }
}

extension Scope {
    /// What it is about.
    var area: PageText {
        switch self {
        case .readProfiles, .writeProfiles, .exportRecords, .eraseRecords, .holdRecords: .scopeRecords
        case .readKits, .registerKits, .writeKits, .reviewKits, .scanPhotos: .scopeKits
        case .readResults, .writeResults, .shareResults: .results
        case .readAlerts, .consumeAlerts, .readContacts: .scopeAlerts
        case .readGroups, .operateQueue: .groups
        case .readAudit, .readAccesses, .reviewBreakGlass: .audit
        case .readKeys: .apiKeys
        case .manageAccounts, .manageCare: .accounts
        case .readTeams, .manageTeams: .onCall
        case .readNotes, .writeNotes: .scopeNotes
        case .readMetrics, .readFigures, .manageSettings, .manageNews: .clinic
        }
    }

    var verb: PageText { rawValue.hasSuffix(":read") ? .scopeReads : .scopeChanges }
}
