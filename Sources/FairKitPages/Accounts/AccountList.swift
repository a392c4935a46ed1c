import FairKitCore
import FairKitService

/// An account or an open invitation, as a row of the list.
struct AccountRow {
    enum Way: String, CaseIterable {
        case awaited, invited, expired, active, suspended, locked, noFactor, neverSignedIn
    }
    enum Thing {
        case account(AccountView)
        case invitation(Invitation)
    }

    let thing: Thing
    let name: String
    let email: String
    let role: RoleName
    let laboratory: String?
    let state: Way

    init(_ view: AccountView) {
        let account = view.account
        (thing, name, email) = (.account(view), view.shownName, "\(account.email)")
        (role, laboratory, state) = (account.role.name, view.laboratory, view.way)
    }

    init(_ invitation: Invitation, laboratory: String?, at now: Timestamp) {
        (thing, email) = (.invitation(invitation), "\(invitation.email)")
        (name, role) = (invitation.name ?? email, invitation.role?.name ?? .patient)
        self.laboratory = laboratory
        state = invitation.expiresAt <= now ? .expired : invitation.approval == .awaited ? .awaited : .invited
    }

    /// What waits for an approval first, then by name.
    static func isBefore(_ left: AccountRow, _ right: AccountRow) -> Bool {
        let (first, second) = (left.state == .awaited ? 0 : 1, right.state == .awaited ? 0 : 1)
        return (first, left.name.lowercased(), left.email) < (second, right.name.lowercased(), right.email)
    }

    func matches(_ words: [Substring]) -> Bool {
        let text = "\(name) \(email)".lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    func html(_ reader: Reader) -> HTML {
        let laboratory = laboratory.map { ", \($0)" } ?? ""
        return """
            <tr><th scope="row"><a href="\(to: link(reader))">\(name)</a>\(name == email ? nil : "<br><span class=\"soft small\">\(email)</span>" as HTML)</th>\
            <td class="sentence">\(reader.badge(state))<br><span class="soft small">\(detail(reader))</span></td>\
            <td>\(reader[role.ownText])\(laboratory)</td><td>\(button(reader))</td></tr>

            """
    }

    private func link(_ reader: Reader) -> Link {
        switch thing {
        case .account(let view): reader["/accounts/\(view.account.id)"]
        case .invitation(let invitation): reader["/accounts/invitations/\(invitation.id)"]
        }
    }

    private func detail(_ reader: Reader) -> HTML? {
        switch thing {
        case .account(let view):
            view.lockedUntil.map { "\(reader[.untilTime]) \(reader.moment($0))" }
                ?? view.signedInAt.map { "\(reader[.accountLastSignIn]) \(reader.moment($0))" }
        case .invitation(let invitation): "\(reader[.untilTime]) \(reader.moment(invitation.expiresAt))"
        }
    }

    /// The one button that helps.
    private func button(_ reader: Reader) -> HTML? {
        switch (thing, state) {
        case (.account(let view), .suspended):
            reader.rowButton(.accountResume, reader["/accounts/\(view.account.id)"], "resume", of: name)
        case (.invitation(let invitation), .invited), (.invitation(let invitation), .expired):
            reader.rowButton(.inviteAgain, link(reader), "again", of: "\(invitation.email)")
        case (.invitation(let invitation), .awaited):
            if reader.isOwn(invitation.invitedBy) {
                "<span class=\"soft\">\(reader[.approveByOther])</span>"
            } else {
                """
                <a class="button quiet" href="\(to: reader["/accounts/invitations/\(invitation.id)/approve"])">\
                \(reader[.approve])<span class="hide">, \(invitation.email.description)</span></a>
                """
            }
        default: nil
        }
    }
}

extension AccountView {
    var way: AccountRow.Way {
        if account.state == .suspended { return .suspended }
        if lockedUntil != nil { return .locked }
        if signedInAt == nil { return .neverSignedIn }
        return account.role.name.needsSecondFactor && account.secondFactorSince == nil ? .noFactor : .active
    }
}

extension AccountRow.Way {
    var text: PageText {
        switch self {
        case .awaited: .stateAwaited
        case .invited: .stateInvited
        case .expired: .stateExpired
        case .locked: .stateLocked
        case .active: .stateActive
        case .suspended: .stateSuspended
        case .noFactor: .stateNoFactor
        case .neverSignedIn: .stateNeverSignedIn
        }
    }
}

extension Reader {
    func badge(_ state: AccountRow.Way) -> HTML {
        let look: (String, String) =
            switch state {
            case .awaited: ("held", "◇")
            case .invited, .neverSignedIn: ("plain", "○")
            case .active: ("normal", "●")
            case .suspended: ("critical", "✕")
            case .expired: ("plain", "✕")
            case .locked, .noFactor: ("high", "!")
            }
        return badge(look.0, look.1, self[state.text])
    }

    func isOwn(_ actor: ActorID?) -> Bool {
        guard let own = own?.account.id else { return false }
        return actor == ActorID(uuid: own.uuid)
    }
}
