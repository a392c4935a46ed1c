import FairKitCore
import FairKitFrame
import FairKitService

/// An administrator invites a person of staff. They get a mail, and choose their password themselves.
enum InvitePage {
    private static let roles: [RoleName] = [.clinician, .laboratory, .coordinator, .administrator]

    /// A link to it may choose the role.
    static func show(_ page: PageCall) async throws -> Response {
        try await draw(page, ["role": page.query("role") ?? ""])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var wrong: [Wrong] = []
        if form.text("email") == nil { wrong.append(Wrong(field: "email", text: reader[.wrongAddressForm])) }
        let role = RoleName(rawValue: form["role"]).flatMap { roles.contains($0) ? $0 : nil }
        if role == nil { wrong.append(Wrong(field: "role", text: reader[.inviteChooseRole])) }
        if role == .laboratory, form.text("laboratory") == nil {
            wrong.append(Wrong(field: "laboratory", text: reader[.inviteTypeLaboratory]))
        }
        let typed = Dictionary(
            uniqueKeysWithValues: ["email", "name", "role", "laboratory"].map { ($0, form.text($0) ?? "") })
        let purpose: AccountPurpose? =
            switch role {
            case .clinician: .clinician
            case .coordinator: .coordinator
            case .administrator: .administrator
            case .laboratory: .laboratory(typed["laboratory"] ?? "")
            default: nil
            }
        guard wrong.isEmpty, let purpose else { return try await draw(page, typed, wrong) }
        do {
            let made = try await page.tenancy.accounts.invite(
                email: typed["email"] ?? "", name: form.text("name"), for: purpose, by: page.caller)
            let done: PageText = made.approval == .awaited ? .inviteAwaits : .inviteSent
            return .seeOther(reader["/accounts/invitations/\(made.id)?done=\(done.rawValue)"])
        } catch {
            switch error {
            case .own(let failure):
                guard case .taken = failure else { throw error }
                wrong = [Wrong(field: "email", text: reader[.inviteTaken])]
            case .invalid(let invalid):
                wrong = invalid.fields.map { Wrong($0.pointer, reader) }
            default: throw error
            }
            return try await draw(page, typed, wrong)
        }
    }

    private static func draw(_ page: PageCall, _ typed: [String: String], _ wrong: [Wrong] = []) async throws
        -> Response
    {
        let reader = page.reader
        let names = try await page.laboratories().values.sorted().prefix(200)
        let content: HTML = """
            <p class="lead">\(reader[.inviteLead])</p>
            \(reader.card(to: "/accounts/invite"))
              \(reader.choices("role", .roleName, about: .inviteSecondHint, wrong, roles.map { ($0.rawValue, "\(reader[$0.inviteText])" as HTML) }, chosen: typed["role"]))
              \(reader.field("email", .emailAddress, wrong, with: .email(typed["email"] ?? "", "off", isMedium: true)))
              \(reader.field("name", .personName, wrong, hint: .inviteNameHint, with: """
                    class="medium" type="text" value="\(typed["name"] ?? "")" maxlength="100" autocomplete="off"
                    """))
              \(reader.field("laboratory", .inviteLaboratory, wrong, hint: .inviteLaboratoryHint, with: """
                    class="medium" type="text" value="\(typed["laboratory"] ?? "")" maxlength="100" list="laboratories" autocomplete="off"
                    """))
              <datalist id="laboratories">\(names.map { "<option value=\"\($0)\"></option>" as HTML })</datalist>
              <div class="actions"><button>\(reader[.inviteSend])</button></div>
            </form>
            """
        return ManagedPage(
            title: reader[.inviteTitle], tab: .accounts, back: ("/accounts", .accounts), refused: .inviteRefused,
            wrong: wrong
        ).show(page, content)
    }
}

extension Wrong {
    fileprivate init(_ pointer: String, _ reader: Reader) {
        let text: PageText =
            switch pointer {
            case "/email": .wrongAddressForm
            case "/laboratory": .inviteTypeLaboratory
            default: .inviteWrongName
            }
        self.init(field: String(pointer.dropFirst()), text: reader[text])
    }
}

extension RoleName {
    /// What people of the role may do, for their inviter.
    fileprivate var inviteText: PageText {
        switch self {
        case .clinician: .inviteClinician
        case .laboratory: .inviteOfLaboratory
        case .coordinator: .inviteCoordinator
        default: .inviteAdministrator
        }
    }
}
