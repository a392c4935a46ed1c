import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// A page of one's own account: the way back, what a form has done, and what of it is wrong.
struct OwnPage {
    let title: PageText
    /// Where the way back leads; nil: the page is the first one.
    var parent: (path: Link.Path, text: PageText?)? = ("/profile", nil)
    /// What the forms that lead here have done.
    var said: [PageText] = []
    var wrong: [Wrong] = []
    var status: HTTPResponse.Status = .unprocessableContent

    func show(_ page: PageCall, _ content: HTML) -> Response {
        let (reader, isRefused) = (page.reader, !wrong.isEmpty)
        let banner = isRefused ? nil : page.done(among: said)
        return page.show(
            Document(
                title: reader[title], tab: .profile, status: isRefused ? status : nil, wrong: wrong,
                back: parent.map { (reader[$0.path], $0.text ?? reader.ownTitle) },
                content: """
                    \(banner.map { "<p class=\"banner ok\" tabindex=\"-1\">\(reader[$0])</p>" as HTML })
                    \(content)
                    """))
    }
}

extension Reader {
    /// What the pages about oneself are called.
    var ownTitle: PageText { role == .patient ? .ownProfile : .ownAccount }

    /// Links to pages, each with a sentence about it.
    func links(_ links: [(path: Link.Path, title: PageText, why: String)]) -> HTML {
        let rows = links.map { row($0.path, "\(self[$0.title])", ["\($0.why)"]) }
        return "<section class=\"card\"><ul class=\"list\">\(rows)</ul></section>"
    }

    /// One of the choices that a form has under a name.
    func radio(_ name: String, _ value: String, _ text: HTML, chosen: String?) -> HTML {
        """
        <label class="choice"><input type="radio" name="\(name)" value="\(value)"\
        \(value == chosen ? " checked" as HTML : nil) required> \(text)</label>

        """
    }

    /// A choice between several, of which a form has one.
    func choices(
        _ name: String, _ legend: PageText, about: PageText? = nil, _ wrong: [Wrong],
        _ all: [(value: String, text: HTML)], chosen: String?
    ) -> HTML {
        let found = wrong.first { $0.field == name }
        let choices = all.map { radio(name, $0.value, "<span>\($0.text)</span>", chosen: chosen) }
        return """
            <fieldset id="\(name)"\(found == nil ? nil : " class=\"bad\"" as HTML)><legend>\(self[legend])</legend>
            \(about.map { "<p class=\"hint\">\(self[$0])</p>" as HTML })\
            \(found.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })
            \(choices)</fieldset>
            """
    }
}

/// The proof of identity in a form: the password, and a code if the account has a second factor.
struct TypedProof {
    let password: String
    let code: SecondFactorCode?
    /// What is missing. A proof without it would count as a failed attempt.
    let wrong: [Wrong]

    init(_ form: Form, _ reader: Reader, needsCode: Bool = true) {
        (password, code) = (form["password"], SecondFactorCode(typed: form["code"]))
        var wrong: [Wrong] = []
        if password.isEmpty { wrong.append(Wrong(field: "password", text: reader[.ownTypePassword])) }
        if needsCode, reader.hasFactor, code == nil { wrong.append(Wrong(field: "code", text: reader[.ownTypeCode])) }
        self.wrong = wrong
    }

    static func fields(_ reader: Reader, _ wrong: [Wrong], needsCode: Bool = true) -> HTML {
        ProvePage.fields(reader, wrong, label: .ownPasswordNow, needsCode: needsCode)
    }
}

extension Reader {
    var hasFactor: Bool { own?.account.secondFactorSince != nil }
}

extension OwnAccountFailure {
    /// What of a form is wrong; nil: no field is.
    func wrong(_ reader: Reader) -> Wrong? {
        switch self {
        case .signIn(.wrong): Wrong(field: "password", text: reader[.ownWrongPassword])
        case .signIn(.wrongCode): Wrong(field: "code", text: reader[.wrongCode])
        case .refused(let refused): Wrong(field: "newPassword", text: reader[refused.text])
        case .noAccount, .factorFixed, .lastAdministrator, .signIn: nil
        }
    }
}

extension Refusal<OwnAccountFailure> {
    /// What of a form is wrong; throws what concerns no field.
    func wrong(_ reader: Reader) throws(Self) -> Wrong {
        guard case .own(let failure) = self, let wrong = failure.wrong(reader) else { throw self }
        return wrong
    }
}

extension ChosenPassword.Refused {
    var text: PageText {
        switch self {
        case .tooShort: .ownPasswordShort
        case .tooLong: .ownPasswordLong
        case .common: .ownPasswordCommon
        case .pattern: .ownPasswordPattern
        case .personal, .link: .ownPasswordPersonal
        }
    }
}
