import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

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
        return page.show(
            reader.managed(
                key.name, tab: .clinic, back: (reader["/keys"], .apiKeys),
                """
                \(isOwn ? try await page.whoApproves() : nil)
                <section class="card">\(facts(view, reader))</section>
                \(links.isEmpty ? nil : reader.links(links))
                """))
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

/// Approves, rotates or revokes a key. Each asks for password and code first, and says what happens at once.
struct KeyActPage: Sendable {
    enum Act: String { case approve, rotate, revoke }
    let act: Act

    func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, view) = (page.reader, try await page.key())
        let id = view.key.id
        try page.requireProof()
        do {
            switch act {
            case .approve:
                _ = try await page.tenancy.keys.approve(id, proof: page.proof, by: page.caller)
                return .seeOther(reader["/keys?done=\(PageText.apiKeyApproved.rawValue)"])
            case .revoke:
                try await page.tenancy.keys.revoke(id, proof: page.proof, by: page.caller)
                return .seeOther(reader["/keys?done=\(PageText.apiKeyRevoked.rawValue)"])
            case .rotate:
                guard let overlap = [0, 86_400, 604_800].first(where: { "\($0)" == form["overlap"] }) else {
                    return try await draw(page, [Wrong(field: "overlap", text: reader[.apiKeyChooseOverlap])])
                }
                let made = try await page.tenancy.keys.rotate(
                    id, overlap: .seconds(overlap), proof: page.proof, by: page.caller)
                return try page.showOnce(made.secret.text, at: reader["/keys/\(made.key.id)/secret"])
            }
        } catch let refusal as Refusal<KeyFailure> {
            guard case .own(let failure) = refusal else { throw refusal }
            switch failure {
            case .secondAdministrator:
                return try await draw(page, [Wrong(field: "main", text: reader[.approveByOther])])
            case .ending, .unknown: return .seeOther(reader["/keys/\(id)"])
            default: throw refusal
            }
        }
    }

    private func draw(_ page: PageCall, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, view) = (page.reader, try await page.key())
        let isAwaited = view.preparedBy != nil
        let isPossible =
            switch act {
            case .approve: isAwaited && (!reader.isOwn(view.preparedBy) || !wrong.isEmpty)
            case .rotate: view.isActive && view.key.revokedAt == nil
            case .revoke: isAwaited || view.isActive
            }
        guard isPossible else { return .seeOther(reader["/keys/\(view.key.id)"]) }
        try page.requireProof()
        let (title, why): (PageText, PageText) =
            switch act {
            case .approve: (.approve, .apiKeyApproveWhy)
            case .rotate: (.apiKeyRotate, .apiKeyRotateWhy)
            case .revoke: isAwaited ? (.apiKeyWithdraw, .apiKeyWithdrawWhy) : (.apiKeyRevoke, .apiKeyRevokeWhy)
            }
        let choices: [(String, HTML)] = [
            ("86400", "\(reader[.apiKeyOverlapDay])"), ("604800", "\(reader[.apiKeyOverlapWeek])"),
            ("0", "\(reader[.apiKeyOverlapNone])"),
        ]
        let overlap = act == .rotate ? reader.choices("overlap", .apiKeyOverlap, wrong, choices, chosen: nil) : nil
        return page.show(
            reader.managed(
                reader[title], tab: .clinic, back: (reader["/keys/\(view.key.id)"], .apiKeyOne), wrong,
                """
                <section class="card">\(KeyPage.facts(view, reader))</section>
                <form class="card" method="post" action="\(to: link(reader, view.key.id))">\(Shell.token(reader))
                  <p>\(reader[why])</p>\(overlap)
                  <div class="actions"><button\(act == .revoke ? " class=\"danger\"" as HTML : nil)>\(reader[title])</button></div>
                </form>
                """))
    }

    private func link(_ reader: Reader, _ id: KeyID) -> Link {
        switch act {
        case .approve: reader["/keys/\(id)/approve"]
        case .rotate: reader["/keys/\(id)/rotate"]
        case .revoke: reader["/keys/\(id)/revoke"]
        }
    }
}

extension Scope {
    /// What it is about.
    fileprivate var area: PageText {
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

    fileprivate var verb: PageText { rawValue.hasSuffix(":read") ? .scopeReads : .scopeChanges }
}
