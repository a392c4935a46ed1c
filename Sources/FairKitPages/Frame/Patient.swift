import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

extension Reader {
    /// The record of the patient who reads; nil: staff reads.
    var profile: ProfileID? { subject?.role.profile }

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
        guard let done = request.uri.queryParameters["done"].flatMap({ PageText(rawValue: String($0)) }),
            known.contains(done)
        else { return nil }
        let mark: HTML? = draft.map { " data-draft=\"\($0)\"" }
        return "<p class=\"banner ok\" tabindex=\"-1\"\(mark)>\(reader[done])</p>"
    }
}
