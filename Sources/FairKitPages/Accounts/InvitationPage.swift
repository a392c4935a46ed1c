import FairKitCore
import FairKitFrame
import FairKitService

/// An invitation that was not accepted yet: sent again, withdrawn, or approved by a second administrator.
enum InvitationPage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, invitation) = (page.reader, try await open(page))
        switch form["do"] {
        case "withdraw":
            try await page.tenancy.accounts.revokeInvitation(invitation.id, by: page.caller)
            return .seeOther(reader["/accounts?done=\(PageText.inviteWithdrawn.rawValue)"])
        case "again":
            guard let purpose = try await purpose(of: invitation, page),
                invitation.approval != .awaited || invitation.expiresAt <= page.tenancy.now()
            else {
                throw Problem.notFound
            }
            let made = try await page.tenancy.accounts.invite(
                email: "\(invitation.email)", name: invitation.name, for: purpose, by: page.caller)
            let done: PageText = made.approval == .awaited ? .inviteAwaits : .inviteSent
            return .seeOther(reader["/accounts/invitations/\(made.id)?done=\(done.rawValue)"])
        default: return try await draw(page, [Wrong(field: "main", text: reader[.ownChooseOne])])
        }
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, invitation) = (page.reader, try await open(page))
        let link = reader["/accounts/invitations/\(invitation.id)"]
        var content = try await facts(invitation, page)
        if invitation.approval == .awaited, invitation.expiresAt > page.tenancy.now() {
            let who: HTML =
                reader.isOwn(invitation.invitedBy)
                ? try await page.whoApproves()
                : """
                <div class="actions"><a class="button" href="\(to: reader["/accounts/invitations/\(invitation.id)/approve"])">\(reader[.approve])</a></div>
                """
            content = "\(content)\(who)"
        } else {
            content = "\(content)\(reader.act(.inviteAgain, .inviteAgainWhy, link, "again"))"
        }
        return ManagedPage(
            title: invitation.name ?? "\(invitation.email)", tab: .accounts, back: ("/accounts", .accounts),
            wrong: wrong, done: page.done(.inviteSent, .inviteAwaits)
        ).show(
            page,
            "\(content)\(reader.act(.inviteWithdraw, .inviteWithdrawWhy, link, "withdraw", isDanger: true))")
    }

    /// Password and code are asked for before the form of the approval.
    static func ask(_ page: PageCall) async throws -> Response {
        let (reader, invitation) = (page.reader, try await open(page))
        let link = reader["/accounts/invitations/\(invitation.id)"]
        guard invitation.approval == .awaited, !reader.isOwn(invitation.invitedBy),
            invitation.expiresAt > page.tenancy.now()
        else { return .seeOther(link) }
        try page.requireProof()
        let form = reader.act(
            .approve, .inviteApproveWhy, reader["/accounts/invitations/\(invitation.id)/approve"], "approve")
        return ManagedPage(
            title: reader[.approve], tab: .accounts, back: ("/accounts/invitations/\(invitation.id)", .invitation)
        ).show(
            page,
            "\(try await facts(invitation, page))\(form)")
    }

    static func approve(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, invitation) = (page.reader, try await open(page))
        do {
            _ = try await page.tenancy.accounts.approveInvitation(
                invitation.id, proof: page.proof, by: page.caller)
        } catch {
            guard case .own(let failure) = error else { throw error }
            switch failure {
            case .secondAdministrator, .notAwaited:
                return try await draw(page, [Wrong(field: "main", text: reader[.approveByOther])])
            default: throw error
            }
        }
        return .seeOther(reader["/accounts?done=\(PageText.inviteApproved.rawValue)"])
    }

    private static func open(_ page: PageCall) async throws -> Invitation {
        let id: InvitationID = try page.call.id()
        var start: InvitationID?
        repeat {
            let found = try await page.tenancy.accounts.invitations(before: start, limit: 200, by: page.caller)
            if let invitation = found.items.first(where: { $0.id == id }) { return invitation }
            start = found.next
        } while start != nil
        throw Problem.notFound
    }

    private static func purpose(of invitation: Invitation, _ page: PageCall) async throws -> AccountPurpose? {
        switch invitation.role {
        case .clinician: .clinician
        case .coordinator: .coordinator
        case .administrator: .administrator
        case .patient(let person): .patient(person)
        case .laboratory(let id): try await page.laboratories()[id].map { .laboratory($0) }
        default: nil
        }
    }

    private static func facts(_ invitation: Invitation, _ page: PageCall) async throws -> HTML {
        let reader = page.reader
        let laboratories = try await page.laboratories()
        let laboratory = invitation.role?.laboratory.flatMap { laboratories[$0] }.map { ", \($0)" } ?? ""
        let inviter = try await page.tenancy.accounts.staff(by: page.caller).first {
            invitation.invitedBy == ActorID(uuid: $0.account.id.uuid)
        }?.shownName
        let facts = reader.facts([
            (.accountState, reader.badge(AccountRow(invitation, laboratory: nil, at: page.tenancy.now()).state)),
            (.personName, invitation.name.map { "\($0)" }), (.emailAddress, "\(invitation.email.description)"),
            (.roleName, "\(reader[(invitation.role?.name ?? .patient).ownText])\(laboratory)"),
            (.invitedBy, "\(inviter ?? reader[.ownServer])"), (.inviteEnds, reader.moment(invitation.expiresAt)),
        ])
        return "<section class=\"card\">\(facts)</section>"
    }
}
