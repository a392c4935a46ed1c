import FairKitCore
import FairKitService

/// A page of what an administrator looks after: the way back, what was done, and what of a form is refused.
struct ManagedPage {
    let title: String
    var tab = Tab.clinic
    var back: (path: Link.Path, text: PageText) = ("/clinic", .clinic)
    var refused = PageText.ownNotSaved
    var wrong: [Wrong] = []
    /// What is there now, if another person has changed it meanwhile.
    var now: HTML?
    var done: PageText?

    func show(_ page: PageCall, _ content: HTML) -> Response {
        page.show(
            Document(
                title: title, tab: tab, refusal: refused, wrong: wrong, now: now,
                back: (page.reader[back.path], back.text), done: done, content: content))
    }
}

extension Reader {
    /// A button that is a link to a page.
    func button(_ path: Link.Path, _ text: PageText, of name: String? = nil) -> HTML {
        """
        <a class="button quiet" href="\(to: self[path])">\(self[text])\(name.map { "<span class=\"hide\">, \($0)</span>" as HTML })</a>
        """
    }

    /// A box that is ticked or not.
    func tick(_ name: String, _ text: String, isOn: Bool) -> HTML {
        """
        <label class="choice"><input type="checkbox" id="\(name)" name="\(name)" value="yes"\
        \(isOn ? " checked" as HTML : nil)> <span>\(text)</span></label>

        """
    }

    /// A fact of a record. One that is not set says so.
    func fact(_ name: PageText, _ value: String?) -> HTML {
        "<dt>\(self[name])</dt><dd>\(value ?? self[.settingNotSet])</dd>\n"
    }
}
