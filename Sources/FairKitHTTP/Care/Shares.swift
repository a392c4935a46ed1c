import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The shares of patients' results.
enum Shares {
    static func create(_ call: Call) async throws -> Answer<Body> {
        let profile: ProfileID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(Sharing.self)
        let recipient = body.recipient(&faults)
        let expiry = faults.time(body.expiresAt, at: "/expiresAt")
        let (made, secret) = try await call.tenancy.shares.create(
            of: profile, with: recipient, until: expiry, found: faults, by: call.caller)
        var shown = Body(made, isInForce: true)
        shown.link = secret?.text
        shown.url = secret.flatMap { call.tenancy.shares.page(of: $0) }
        return Answer(created: shown, at: "/api/v1/profiles/\(profile)/shares/\(made.id)")
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<Body>> {
        let profile: ProfileID = try call.id()
        let (start, limit) = try call.page { ShareID($0) }
        let page = try await call.tenancy.shares.list(of: profile, before: start, limit: limit, by: call.caller)
        return try call.list(page) { Body($0) }
    }

    /// The shares that others gave to the signed-in person.
    static func listGiven(_ call: Call) async throws -> Answer<ListBody<GivenBody>> {
        try call.noQuery()
        let given = try await call.tenancy.ownAccount.givenShares(by: call.caller)
        return Answer(ListBody(all: given.map { GivenBody($0) }))
    }

    static func show(_ call: Call) async throws -> Answer<Body> {
        let profile: ProfileID = try call.id()
        let id: ShareID = try call.id("share")
        return Answer(Body(try await call.tenancy.shares.show(id, of: profile, by: call.caller)))
    }

    static func revoke(_ call: Call) async throws -> Answer<Body> {
        let profile: ProfileID = try call.id()
        let id: ShareID = try call.id("share")
        return Answer(Body(try await call.tenancy.shares.revoke(id, of: profile, by: call.caller), isInForce: false))
    }

    private struct Sharing: Decodable {
        struct With: Decodable {
            let accountId: String?
            let email: String?
        }
        let with: With?
        let link: Bool?
        let pin: String?
        let expiresAt: String?

        /// nil: the recipient is invalid, and a fault is recorded.
        func recipient(_ faults: inout Faults) -> ShareRecipient? {
            faults.require(pin == nil || link == true, "/pin", "is for a link: send link: true, too")
            switch (with?.accountId, with?.email, link ?? false) {
            case (let text?, nil, false):
                let id = AccountID(text)
                faults.require(id != nil, "/with/accountId", "the id of an account")
                return id.map { .account($0) }
            case (nil, let text?, false):
                let address = MailAddress(typed: text)
                faults.require(address != nil, "/with/email", "an address such as name@example.org")
                return address.map { .email($0) }
            case (nil, nil, true):
                let pin = pin.flatMap { SharePIN($0) }
                faults.require(pin != nil, "/pin", "six to twelve digits")
                return pin.map { .link($0) }
            default:
                faults.record("/with", "an accountId or an email; or else link: true with a pin")
                return nil
            }
        }
    }

    struct GivenBody: JSONBody {
        let id: String
        let profileId: String
        let name: ProfileBody.Name
        let createdAt: String
        let expiresAt: String

        init(_ given: GivenShare) {
            id = "\(given.share.id)"
            profileId = "\(given.share.profile)"
            name = ProfileBody.Name(given: given.givenName, family: given.familyName)
            createdAt = "\(given.share.createdAt)"
            expiresAt = "\(given.share.expiresAt)"
        }
    }

    /// A share in a response.
    struct Body: JSONBody {
        struct With: JSONBody {
            var accountId: String?
            var email: String?
        }
        let id: String
        /// nil: anyone with the link and its PIN.
        let with: With?
        let createdAt: String
        let expiresAt: String
        /// Whether the share is active.
        let active: Bool
        let endedAt: String?
        let endReason: String?
        /// Shown only once, with the page that opens it.
        var link: String?
        var url: String?

        init(_ view: ShareView) { self.init(view.share, isInForce: view.isInForce) }

        init(_ share: Share, isInForce: Bool) {
            id = "\(share.id)"
            switch share.recipient {
            case .account(let id): with = With(accountId: "\(id)")
            case .email(let address): with = With(email: "\(address)")
            case .link: with = nil
            }
            createdAt = "\(share.createdAt)"
            expiresAt = "\(share.expiresAt)"
            active = isInForce
            endedAt = share.end?.at.description
            endReason = share.end?.reason.rawValue
        }
    }
}

extension ShareFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .ended: Problem(.conflict, .shareEnded, "This share has already ended.")
        case .key: .internal
        }
    }
}
