import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A new secret is shown once: the form that made it leads to a page, and a cookie carries the secret there, encrypted for
/// this account and page. The page takes it from the browser, so that no reload shows it again. The next page changes the
/// cookie once more: a browser keeps no page for Back whose cookies have changed since, also without script.
extension PageCall {
    static let once = "__Host-fk.once-"
    private var cookie: String { "\(PageCall.once)\(reader.tenant)" }

    private static let wasShown = "shown"

    /// Forgets that a secret was shown on the page before.
    var forgotten: HTTPFields {
        guard request.cookie(named: cookie) == PageCall.wasShown else { return [:] }
        return [.setCookie: PageCookie.set(cookie, "", for: 0)]
    }

    private func purpose(_ link: Link) -> String {
        "secret at \(link.text) for \(reader.own.map { "\($0.account.id)" } ?? "")"
    }

    /// Leads to the page that shows a secret.
    func showOnce(_ secret: String, at link: Link) throws -> Response {
        let hidden = try tenancy.cursors.hide(secret, of: purpose(link))
        return .seeOther(link, cookie: PageCookie.set(cookie, hidden, for: 120))
    }

    /// The page at its address, with the secret for the last time, or with the sentence that it is not shown again.
    func shownOnce(
        at link: Link, _ title: PageText, tab: Tab, back: (Link, PageText), lead: PageText, _ more: HTML = ""
    ) -> Response {
        let hidden = request.cookie(named: cookie)
        let secret = hidden.flatMap { try? tenancy.cursors.reveal($0, of: purpose(link)) }
        let shown: HTML? = secret.map { secret in
            """
            <p class="lead">\(reader[lead])</p>
            <section class="card"><p class="code" id="secret">\(secret)</p>\(reader.copyButton("secret"))</section>
            \(more)
            <div class="actions"><a class="button" href="\(to: back.0)">\(reader[.secretCopied])</a></div>
            """
        }
        let gone: HTML = """
            <p class="lead">\(reader[.secretGone])</p>
            <div class="actions"><a class="button" href="\(to: back.0)">\(reader[back.1])</a></div>
            """
        let document = Document(title: reader[title], tab: tab, back: back, content: shown ?? gone)
        guard secret != nil else { return show(document) }
        return document.response(to: reader, [.setCookie: PageCookie.set(cookie, PageCall.wasShown, for: 3_600)])
    }
}
