import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

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
        let content: HTML = """
            <section class="card">\(KeyPage.facts(view, reader))</section>
            <form class="card" method="post" action="\(to: link(reader, view.key.id))">\(Shell.token(reader))
              <p>\(reader[why])</p>\(overlap)
              <div class="actions"><button\(act == .revoke ? " class=\"danger\"" as HTML : nil)>\(reader[title])</button></div>
            </form>
            """
        return ManagedPage(title: reader[title], back: ("/keys/\(view.key.id)", .apiKeyOne), wrong: wrong).show(
            page, content)
    }

    private func link(_ reader: Reader, _ id: KeyID) -> Link {
        switch act {
        case .approve: reader["/keys/\(id)/approve"]
        case .rotate: reader["/keys/\(id)/rotate"]
        case .revoke: reader["/keys/\(id)/revoke"]
        }
    }
}
