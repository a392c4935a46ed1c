import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The ways by which messages reach a person besides the e-mail address of their account.
enum ContactsPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, kind: nil, address: "", []) }

    /// Adds an address, and leads to the page that takes its code.
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, kind) = (page.reader, kinds(page).first { $0.rawValue == form["kind"] })
        var wrong: [Wrong] = []
        var address: String?
        if let kind {
            do { address = try kind.address(form["address"]) } catch {
                wrong = [Wrong(field: "address", text: reader[kind == .email ? .wrongAddressForm : .ownTypePhone])]
            }
        } else {
            wrong = [Wrong(field: "kind", text: reader[.ownChooseOne])]
        }
        if let kind, let address {
            do {
                let contact = try await page.tenancy.contacts.add(kind, address, found: Faults(), by: page.caller)
                    .contact
                return .seeOther(reader["/profile/contacts/\(contact.id)"])
            } catch {
                switch error {
                case .invalid:
                    wrong = [Wrong(field: "address", text: reader[kind == .email ? .ownOtherAddress : .ownTypePhone])]
                case .own(.full): wrong = [Wrong(field: "address", text: reader[.ownContactsFull])]
                case .own(.codesLimited): wrong = [Wrong(field: "address", text: reader[.ownCodesLimited])]
                default: throw error
                }
            }
        }
        return try await draw(page, kind: form["kind"], address: form["address"], wrong)
    }

    /// What the server sends to; a way that it lacks is not offered.
    private static func kinds(_ page: PageCall) -> [ContactKind] {
        ContactKind.ofPeople.filter { $0 == .email || page.tenancy.devices.channels.contains($0) }
    }

    private static func draw(
        _ page: PageCall, kind: String?, address: String, _ wrong: [Wrong]
    ) async throws -> Response {
        let (reader, kinds) = (page.reader, kinds(page))
        let rows = try await page.tenancy.contacts.list(by: page.caller).map { contact in
            reader.row(
                "/profile/contacts/\(contact.id)", "\(contact.address)",
                ["\(reader[contact.kind.ownText]), \(reader[contact.ownState])"])
        }
        let choices = kinds.map { ($0.rawValue, "\(reader[$0.ownText])" as HTML) }
        let content: HTML = """
            <p class="lead">\(reader[.ownContactsLead, ["email": .text(reader.own?.account.email.description ?? "")]])</p>
            \(rows.isEmpty ? nil : "<section class=\"card\"><ul class=\"list\">\(rows)</ul></section>" as HTML)
            <form class="card" method="post" action="\(to: reader["/profile/contacts"])">
              <h2>\(reader[.ownAddContact])</h2>
              \(Shell.token(reader))
              \(reader.choices("kind", .ownContactKind, wrong, choices, chosen: kind ?? (kinds.count == 1 ? "email" : nil)))
              \(reader.field("address", .ownContactAddress, wrong, with: .name(address)))
              <button>\(reader[.ownSendCode])</button>
            </form>
            \(reader.links([("/profile/test", .ownTest, reader[.ownTestWhy])]))
            """
        return OwnPage(title: .ownContacts, said: [.ownContactAdded, .ownContactRemoved], wrong: wrong).show(
            page, content)
    }
}

/// One contact: its code, until it is proven, and its end.
enum ContactPage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ContactPointID)
        switch form["do"] {
        case "remove":
            try await page.tenancy.contacts.remove(id, by: page.caller)
            return .seeOther(reader["/profile/contacts?done=\(PageText.ownContactRemoved.rawValue)"])
        case "prove":
            guard let code = ContactCode(form["contactCode"]) else {
                return try await draw(page, [Wrong(field: "contactCode", text: reader[.ownTypeSixDigits])])
            }
            do {
                _ = try await page.tenancy.contacts.verify(id, code, found: Faults(), by: page.caller)
                return .seeOther(reader["/profile/contacts?done=\(PageText.ownContactAdded.rawValue)"])
            } catch {
                switch error {
                case .own(.codeWrong):
                    return try await draw(page, [Wrong(field: "contactCode", text: reader[.ownWrongContactCode])])
                case .own(.noCode):
                    return try await draw(page, [Wrong(field: "contactCode", text: reader[.ownNoContactCode])])
                default: throw error
                }
            }
        default: return try await draw(page, [Wrong(field: "contact", text: reader[.ownChooseOne])])
        }
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ContactPointID)
        guard let contact = try await page.tenancy.contacts.list(by: page.caller).first(where: { $0.id == id }) else {
            throw Problem.notFound
        }
        let link = reader["/profile/contacts/\(id)"]
        let prove: HTML = """
            \(reader.card(to: link))
              \(reader.field("contactCode", .ownContactCode, wrong, hint: .ownContactCodeHint, with: .oneTimeCode))
              <button name="do" value="prove">\(reader[.ownConfirm])</button>
            </form>
            """
        let content: HTML = """
            <section class="card" id="contact" tabindex="-1"><h2>\(contact.address)</h2>
            <p>\(reader[contact.kind.ownText]), \(reader[contact.ownState])</p></section>
            \(contact.verifiedAt == nil ? prove : nil)
            <form method="post" action="\(to: link)">\(Shell.token(reader))\
            <button class="danger quiet" name="do" value="remove">\(reader[.ownRemoveContact])</button></form>
            """
        return OwnPage(title: .ownContact, parent: ("/profile/contacts", .ownContacts), wrong: wrong).show(
            page, content)
    }
}

extension ContactKind {
    /// Those that people add.
    var ownText: PageText {
        switch self {
        case .sms: .ownBySMS
        case .voice: .ownByVoice
        default: .ownByEmail
        }
    }
}

extension ContactPoint {
    fileprivate var ownState: PageText {
        disabled != nil ? .ownContactGone : verifiedAt == nil ? .ownContactWaits : .ownContactUsed
    }
}
