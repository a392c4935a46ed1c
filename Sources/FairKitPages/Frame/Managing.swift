import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

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

    func facts(_ facts: [(PageText, HTML?)]) -> HTML {
        let shown = facts.map { name, fact in fact.map { "<dt>\(self[name])</dt><dd>\($0)</dd>" as HTML } ?? "" }
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

    /// A select without an empty choice of its own.
    func select(_ name: String, _ label: PageText, _ all: [(value: String, text: String)], _ chosen: String) -> HTML {
        let options = all.map { value, text -> HTML in
            "<option value=\"\(value)\"\(chosen == value ? " selected" as HTML : nil)>\(text)</option>"
        }
        return """
            <div class="field"><label for="\(name)">\(self[label])</label>\
            <select class="medium" id="\(name)" name="\(name)">\(options)</select></div>
            """
    }
}

extension AccountView {
    /// What other people call its owner.
    var shownName: String { account.details.name ?? "\(account.email)" }
}

extension PageCall {
    /// What a form that leads here has done.
    func done(among texts: [PageText]) -> PageText? { request.done(among: texts) }

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
