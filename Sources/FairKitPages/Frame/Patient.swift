import FairKitCore
import FairKitFrame
import FairKitService

extension Reader {
    /// The record of the patient who reads; nil: staff reads.
    var profile: ProfileID? { subject?.role.profile }

    /// Whom a patient asks, as their clinic says it, with its number to tap.
    var whomToAsk: HTML {
        """
        <section class="card"><h2>\(self[.askWhom])</h2>\(tenantName.map { "<p><b>\($0.text)</b></p>" as HTML })\
        <p>\(own?.patientContact ?? self[.askNoNumber])</p>\(call.map { "<p>\($0)</p>" as HTML })</section>
        """
    }

    /// The clinic's number to tap; nil: it has given none.
    var call: HTML? {
        let words = own?.patientContact?.split { " ,;".contains($0) } ?? []
        return words.lazy.compactMap { PhoneNumber(String($0)) }.first.map { number -> HTML in
            let text = self[.askCall, ["number": .text("\(number)")]]
            return "<a class=\"button quiet\" href=\"\(to: Link(calling: number))\">\(text)</a>"
        }
    }

    /// Whom to call today: the clinic's number, and what it says beside it.
    var callNow: HTML {
        "<p>\(own?.patientContact ?? self[.askNoNumber])</p>\(call.map { "<p class=\"actions\">\($0)</p>" as HTML })"
    }

    /// The ways to see a list, of which one is open.
    func views(_ name: PageText, _ all: [(Link.Path, PageText)], _ current: PageText) -> HTML {
        views(name, all.map { (self[$0], "\(self[$1])", $1 == current) })
    }

    func views(_ name: PageText, _ all: [(link: Link, text: HTML, isCurrent: Bool)]) -> HTML {
        let links = all.map { link, text, isCurrent -> HTML in
            "<li><a href=\"\(to: link)\"\(isCurrent ? " aria-current=\"page\"" as HTML : nil)>\(text)</a></li>"
        }
        return "<nav aria-label=\"\(self[name])\"><ul class=\"views\">\(links)</ul></nav>"
    }

    /// What would be here, why it is not, and the one button that helps.
    func empty(_ title: PageText, _ why: PageText, _ help: (Link.Path, PageText)? = nil) -> HTML {
        let button = help.map { path, text -> HTML in
            "<div class=\"actions\"><a class=\"button\" href=\"\(to: self[path])\">\(self[text])</a></div>"
        }
        return """
            <section class="card empty"><h2>\(self[title])</h2><p class="soft">\(self[why])</p>\(button)</section>
            """
    }
}

extension PageCall {
    /// The record of the patient who reads. No other role has a day with kits.
    var patient: ProfileID {
        get throws {
            guard let own = reader.profile else { throw Problem.forbidden }
            return own
        }
    }

    /// The sentence about what was done, which the address names.
    ///
    /// - Parameter draft: the form that is done with.
    func said(among known: [PageText], draft: String? = nil) -> HTML? {
        guard let done = done(among: known) else { return nil }
        let mark: HTML? = draft.map { " data-draft=\"\($0)\"" }
        return "<p class=\"banner ok\" tabindex=\"-1\"\(mark)>\(reader[done])</p>"
    }
}
