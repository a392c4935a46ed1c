import FairKitCore
import FairKitFrame
import FairKitService

/// Pieces of the pages by which an administrator looks after things: a table with states, facts, and what a button does.
extension Reader {
    /// A table in its own frame, so that it scrolls sideways on a telephone.
    ///
    /// - Parameters:
    ///   - heads: nil: the column of the buttons.
    ///   - isPlain: whether no row has a link or a button, by which keys reach it.
    func table(
        _ name: PageText, _ caption: String, _ heads: [PageText?], _ rows: [HTML], isPlain: Bool = false
    ) -> HTML {
        let columns = heads.map { head -> HTML in
            "<th scope=\"col\">\(head.map { "\(self[$0])" } ?? "<span class=\"hide\">\(self[.whatToDo])</span>" as HTML)</th>"
        }
        return """
            <section class="card"><div class="scroll"\(isPlain ? " tabindex=\"0\"" as HTML : nil) role="region" aria-label="\(self[name])"><table>
            <caption>\(caption)</caption>
            <thead><tr>\(columns)</tr></thead>
            <tbody>\(rows)</tbody></table></div></section>
            """
    }

    func facts(_ facts: [(PageText, HTML?)]) -> HTML { self.facts(facts.map { (self[$0.0], $0.1) }) }

    /// What is known; nothing for nil.
    func facts(_ facts: [(String, HTML?)]) -> HTML {
        let shown = facts.map { name, fact in fact.map { "<dt>\(name)</dt><dd>\($0)</dd>" as HTML } ?? "" }
        return "<dl class=\"facts\">\(shown)</dl>"
    }

    /// A button, and above it what it does.
    ///
    /// - Parameter what: sent as the field `do`.
    func act(_ title: PageText, _ why: PageText, _ link: Link, _ what: HTML, isDanger: Bool = false) -> HTML {
        """
        <form class="card" method="post" action="\(to: link)">\(Shell.token(self))
          <h2>\(self[title])</h2><p class="soft">\(self[why])</p>
          <div class="actions"><button name="do" value="\(what)"\(isDanger ? " class=\"danger quiet\"" as HTML : nil)>\(self[title])</button></div>
        </form>

        """
    }

    /// A button in the row of a thing, with the thing's name for those who can't see the row.
    func rowButton(_ title: PageText, _ link: Link, _ what: HTML, of name: String) -> HTML {
        """
        <form method="post" action="\(to: link)">\(Shell.token(self))\
        <button class="quiet" name="do" value="\(what)">\(self[title])<span class="hide">, \(name)</span></button></form>
        """
    }

    /// A field in which one value is chosen, with what is wrong with it.
    ///
    /// - Parameter isMedium: whether it is as wide as a name; or else as its longest value.
    func select(
        _ name: String, _ label: String, _ all: [(value: String, text: String)], _ chosen: String?,
        _ wrong: [Wrong] = [], isMedium: Bool = false
    ) -> HTML {
        let options = all.map { value, text -> HTML in
            "<option value=\"\(value)\"\(chosen == value ? " selected" as HTML : nil)>\(text)</option>"
        }
        let bad = wrong.first { $0.field == name }
        return """
            <div class="field\(bad == nil ? "" : " bad")"><label for="\(name)">\(label)</label>\
            \(bad.map { "<p class=\"wrong\" id=\"\(name)-wrong\">\($0.text)</p>" as HTML })\
            <select\(isMedium ? " class=\"medium\"" as HTML : nil) id="\(name)" name="\(name)"\
            \(bad.map { _ in " aria-invalid=\"true\" aria-describedby=\"\(name)-wrong\"" as HTML })>\(options)</select></div>
            """
    }

    func select(_ name: String, _ label: PageText, _ all: [(value: String, text: String)], _ chosen: String) -> HTML {
        select(name, self[label], all, chosen, isMedium: true)
    }

    /// The same with an empty choice before the others.
    func choice(
        _ name: String, _ label: PageText, _ none: PageText, among values: [(value: String, text: String)],
        _ chosen: String?, _ wrong: [Wrong]
    ) -> HTML {
        select(name, self[label], [("", self[none])] + values, chosen, wrong, isMedium: true)
    }
}

extension AccountView {
    /// What other people call its owner.
    var shownName: String { account.details.name ?? "\(account.email)" }
}

extension PageCall {
    /// Other administrators who can approve what the reader asked for, by name.
    func otherAdministrators() async throws -> [String] {
        try await tenancy.accounts.staff(by: caller).filter {
            $0.account.role.name == .administrator && $0.account.state == .active
                && $0.account.id != reader.own?.account.id
        }.map(\.shownName)
    }

    /// Says who can approve what the reader asked for, and what to do if no one is left.
    func whoApproves() async throws -> HTML {
        let others = try await otherAdministrators()
        guard !others.isEmpty else {
            let help: HTML = "<a href=\"\(to: reader["/help"])\">\(reader[.help])</a>"
            return "<p class=\"banner warning\">\(reader[.approverNone]) \(help)</p>"
        }
        let text = reader[.approverOthers, ["names": .text(others.prefix(5).joined(separator: ", "))]]
        return "<p class=\"banner warning\">\(text)</p>"
    }
}
