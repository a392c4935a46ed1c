import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// An administrator asks for a key, which a second one approves. Its secret is shown once.
enum NewKeyPage {
    private static let roles: [RoleName] = [.laboratory, .consumer, .app, .administrator, .clinician]
    private static let lives = [30, 90, 365, 730]

    static func show(_ page: PageCall) -> Response { draw(page, [:]) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var (wrong, purpose): ([Wrong], KeyPurpose?) = ([], nil)
        switch RoleName(rawValue: form["role"]) {
        case .laboratory: purpose = .laboratory(form.text("laboratory") ?? "")
        case .consumer: purpose = .consumer
        case .app: purpose = .app
        case .administrator: purpose = .administrator
        case .clinician: purpose = .clinician
        default: wrong.append(Wrong(field: "role", text: reader[.apiKeyChooseRole]))
        }
        if form.text("name") == nil { wrong.append(Wrong(field: "name", text: reader[.apiKeyTypeName])) }
        if form["role"] == "laboratory", form.text("laboratory") == nil {
            wrong.append(Wrong(field: "laboratory", text: reader[.inviteTypeLaboratory]))
        }
        let life = lives.first { "\($0)" == form["life"] }
        if life == nil, form["life"] != "never" { wrong.append(Wrong(field: "life", text: reader[.apiKeyChooseLife])) }
        let chosen = Set(Scope.allCases.filter { form["scope-\($0)"] == "yes" })
        if form["rights"] == "chosen", chosen.isEmpty {
            wrong.append(Wrong(field: "rights", text: reader[.apiKeyChooseRights]))
        }
        let names = ["name", "role", "laboratory", "life", "rights"] + Scope.allCases.map { "scope-\($0)" }
        let typed = Dictionary(uniqueKeysWithValues: names.map { ($0, form.text($0) ?? "") })
        let proof = page.proof == nil ? TypedProof(form, reader) : nil
        wrong += proof?.wrong ?? []
        guard wrong.isEmpty, let purpose else { return draw(page, typed, wrong) }
        let scopes: Set<Scope>? =
            switch form["rights"] {
            case "reads": RoleName(rawValue: form["role"])?.readingScopes
            case "chosen": chosen
            default: nil
            }
        do {
            let made = try await page.tenancy.keys.create(
                name: typed["name"] ?? "", for: purpose, scopes: scopes,
                until: life.map { .after(.seconds($0 * 86_400)) } ?? .never,
                proof: page.proof ?? proof.map { IdentityProof(password: $0.password, code: $0.code) },
                by: page.caller)
            return try page.showOnce(made.secret.text, at: reader["/keys/\(made.key.id)/secret"])
        } catch let refusal as Refusal<KeyFailure> {
            switch refusal {
            case .invalid(let invalid): return draw(page, typed, invalid.fields.map { $0.wrong(reader) })
            case .own(.account(let failure)):
                guard let found = failure.wrong(reader) else { throw refusal }
                return draw(page, typed, [found])
            default: throw refusal
            }
        }
    }

    private static func draw(_ page: PageCall, _ typed: [String: String], _ wrong: [Wrong] = []) -> Response {
        let reader = page.reader
        let roles = roles.map { ($0.rawValue, "\(reader[$0.keyText])" as HTML) }
        let rights: [(String, HTML)] = [
            ("all", "\(reader[.apiKeyAllRights])"), ("reads", "\(reader[.apiKeyOnlyReads])"),
            ("chosen", "\(reader[.apiKeyChosenRights])"),
        ]
        let life = lives.map { ("\($0)", "\(reader[.daysLong, ["count": .number($0)]])" as HTML) }
        return ManagedPage(title: reader[.apiKeyNew], back: ("/keys", .apiKeys), refused: .apiKeyRefused, wrong: wrong)
            .show(
                page,
                """
                <p class="lead">\(reader[.apiKeyNewLead])</p>
                \(reader.card(to: "/keys/new"))
                  \(reader.field("name", .apiKeyName, wrong, hint: .apiKeyNameHint, with: """
                    class="medium" type="text" value="\(typed["name"] ?? "")" maxlength="100" autocomplete="off" required
                    """))
                  \(reader.choices("role", .apiKeyFor, wrong, roles, chosen: typed["role"]))
                  \(reader.field("laboratory", .inviteLaboratory, wrong, hint: .inviteLaboratoryHint, with: """
                    class="medium" type="text" value="\(typed["laboratory"] ?? "")" maxlength="100" autocomplete="off"
                    """))
                  \(reader.choices("rights", .apiKeyMay, wrong, rights, chosen: typed["rights"] ?? "all"))
                  <details class="more"\(typed["rights"] == "chosen" ? " open" as HTML : nil)><summary>\(reader[.apiKeyRights])</summary>\
                \(Scope.allCases.sorted { reader[$0.area] < reader[$1.area] }.map { reader.tick("scope-\($0)", "\(reader[$0.area]): \(reader[$0.verb]) (\($0))", isOn: typed["scope-\($0)"] == "yes") })</details>
                  \(reader.choices("life", .apiKeyLife, about: .apiKeyLifeHint, wrong, life + [("never", "\(reader[.apiKeyNoEnd])")], chosen: typed["life"] ?? "365"))
                  \(page.proof == nil ? TypedProof.fields(reader, wrong) : nil)
                  <div class="actions"><button>\(reader[.apiKeyAsk])</button></div>
                </form>
                """)
    }

    /// Shows the secret of a new key, once.
    static func secret(_ page: PageCall) async throws -> Response {
        let (reader, view) = (page.reader, try await page.key())
        let who = view.preparedBy == nil ? nil : try await page.whoApproves()
        return page.shownOnce(
            at: reader["/keys/\(view.key.id)/secret"], .apiKeySecret, tab: .clinic,
            back: (reader["/keys/\(view.key.id)"], .apiKeyOne), lead: .apiKeySecretLead, who ?? "")
    }
}

extension FieldError {
    fileprivate func wrong(_ reader: Reader) -> Wrong {
        switch pointer {
        case "/name": Wrong(field: "name", text: reader[.apiKeyTypeName])
        case "/laboratory": Wrong(field: "laboratory", text: reader[.inviteTypeLaboratory])
        default: Wrong(field: "rights", text: reader[.apiKeyNothingToRead])
        }
    }
}

extension RoleName {
    /// The scopes of a key that changes nothing; nil: it may do all that its role may.
    fileprivate var readingScopes: Set<Scope>? { sample.map { $0.scopes.filter { $0.rawValue.hasSuffix(":read") } } }

    private var sample: Role? {
        switch self {
        case .laboratory: .laboratory(LaboratoryID(uuid: KeyID.machine.uuid))
        case .clinician: .clinician
        case .consumer: .consumer
        case .app: .app
        case .administrator: .administrator
        case .patient, .coordinator: nil
        }
    }
}
