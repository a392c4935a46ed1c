import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A call of a signed-in person to a page, with what the page needs to know of its reader.
struct PageCall: AnyTenantCall {
    let call: Call
    let reader: Reader
    /// The proof of identity that the reader showed in the last minutes; nil: none.
    let proof: IdentityProof?

    var open: PublicCall { call.open }
    var unauthenticated: UnauthenticatedCall { call.unauthenticated }
    /// With that proof, if there is one.
    var caller: Caller { proof.map { call.caller.showing($0) } ?? call.caller }

    init(_ call: Call) async throws {
        let (account, cursors) = (call.tenancy.ownAccount, call.tenancy.cursors)
        let own = try await account.show(by: call.caller)
        let token = try cursors.seal("\(own.session)", of: FormToken.purpose(own.account.id))
        let who = try cursors.seal("", of: "tabs of \(own.account.id)")
        var reader = Reader(own, of: call, token: token, who: who)
        if reader.may(.acknowledgeAlert), !call.request.isPart {
            reader.live = try await call.tenancy.alerts.now(by: call.caller)
        }
        (self.call, self.reader) = (call, reader)
        let shown = call.request.cookie(named: PageCookie.proof(of: call.tenant.name))
        if let shown { proof = try await account.proof(shown, by: call.caller) } else { proof = nil }
    }

    func show(_ document: Document) -> Response { document.response(to: reader, forgotten) }

    /// What was done, as the page after a form says; nil: nothing, or another page's text.
    func done(_ texts: PageText...) -> PageText? { done(among: texts) }

    /// Leads a reader who has not proved their identity in the last minutes to the page that asks for it, and back here.
    func requireProof() throws { if proof == nil { throw ProofMissing() } }
}

extension AnyCall {
    /// A value of the address; nil: it has none of the name.
    func query(_ name: String) -> String? { request.uri.queryParameters[Substring(name)].map { String($0) } }

    /// What a form that leads here has done.
    func done(among texts: [PageText]) -> PageText? {
        query("done").flatMap { PageText(rawValue: $0) }.flatMap { texts.contains($0) ? $0 : nil }
    }
}

/// What can't be undone needs a proof of identity. Use cases refuse it by the same problem.
struct ProofMissing: ProblemConvertible {
    var problem: Problem { Problem(.forbidden, .noAccount, "Prove your identity first.") }
    /// It is asked for, not refused.
    var isUnrecordedDenial: Bool { false }
}

/// The token of a form: it names the session that it was drawn in, and is sealed for its account. It is valid in every
/// session of this account, so that a form that was left open can be sent after signing in again, and for no one else.
enum FormToken {
    static func purpose(_ account: AccountID) -> String { "form of \(account)" }

    static func check(_ form: Form, of page: PageCall) throws {
        guard let account = page.reader.own?.account.id else { throw Problem.unauthenticated }
        do { _ = try page.tenancy.cursors.open(form["token"], of: purpose(account)) } catch CursorFailure.foreign {
            throw Problem(.forbidden, .forbidden, "This form was drawn for another account.")
                .saying(.foreignForm).with("name", .text(page.reader.name))
        }
    }
}

/// Refuses forms that another site sends in the reader's name. See decision 0159.
enum SameOrigin {
    static func check(_ call: some AnyCall) throws(Problem) {
        if let site = call.request.fetchMetadata("Site") {
            guard site == "same-origin" else { throw refusal }
            return
        }
        let host = call.request.head.authority ?? ""
        let own = [call.shared.publicURL?.origin, "https://\(host)", "http://\(host)"]
        guard let origin = call.request.headers[.origin], own.contains(origin) else { throw refusal }
    }

    private static var refusal: Problem {
        Problem(.forbidden, .forbidden, "This form was sent by another site.").saying(.otherSite)
    }
}

extension Request {
    /// Whether a page's script asks, for a part of the page.
    var isPart: Bool { headers[.accept]?.contains("fragment") == true || headers[.accept] == "text/event-stream" }
}
