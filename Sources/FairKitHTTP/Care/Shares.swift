import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The shares of patients' results.
enum Shares {
    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        var faults = Faults()
        let body = try await request.json(Sharing.self, context, noting: &faults)
        let recipient = body.recipient(&faults)
        let expiry = faults.time(body.expiresAt, at: "/expiresAt")
        let (made, secret) = try await context.tenancy.shares.create(
            of: profile, with: recipient, until: expiry, found: faults, by: caller)
        var shown = Body(made, isInForce: true)
        shown.link = secret?.text
        shown.url = try secret.flatMap { try context.tenancy.shares.page(of: $0) }
        return Answer(created: shown, at: "/api/v1/profiles/\(profile)/shares/\(made.id)")
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        let caller = try context.caller
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let (start, limit) = try Query.page(request, context) { ShareID($0) }
        let page = try await context.tenancy.shares.list(of: profile, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { Body($0) }, nextCursor: try context.cursor(page.next)))
    }

    /// What others share with the signed-in person.
    static func listGiven(_ request: Request, _ context: FairKitContext) async throws -> Answer<Given> {
        try Query.none(request)
        let given = try await context.tenancy.ownAccount.givenShares(by: try context.caller)
        return Answer(Given(items: given.map { Given.Item($0) }))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let id = try context.id("share", of: ShareID.self) { ShareID($0) }
        return Answer(Body(try await context.tenancy.shares.show(id, of: profile, by: caller)))
    }

    static func revoke(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let id = try context.id("share", of: ShareID.self) { ShareID($0) }
        return Answer(Body(try await context.tenancy.shares.revoke(id, of: profile, by: caller), isInForce: false))
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

        /// nil: the recipient is invalid, and a fault is noted.
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

    struct Given: Encodable, EntriesInItems {
        struct Item: Encodable {
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
        let items: [Item]
    }

    /// A share in a response.
    struct Body: Encodable {
        struct With: Encodable {
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
    var problem: Problem {
        switch self {
        case .ended: Problem(.conflict, .shareEnded, "This share has already ended.")
        case .key: .internal
        }
    }
}
