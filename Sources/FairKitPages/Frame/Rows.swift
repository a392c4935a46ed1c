import FairKitCore

/// Rows of lists and tables, as all pages draw them.
extension Reader {
    /// A row of a list: its name, lines below it, and what stands at its end.
    ///
    /// - Parameter path: where it leads; nil: nowhere.
    func row(
        _ path: Link.Path?, _ name: HTML, _ lines: [HTML?] = [], _ end: HTML? = nil, isCode: Bool = false
    ) -> HTML {
        let content: HTML = """
            <span class="name"><b\(isCode ? " class=\"code\"" as HTML : nil)>\(name)</b>\
            \(lines.compactMap(\.self).map { "<span>\($0)</span>" as HTML })</span>\(end)
            """
        guard let path else { return "<li><div>\(content)</div></li>\n" }
        return "<li><a href=\"\(to: self[path])\">\(content)</a></li>\n"
    }

    /// A row of a table: what it is about, and its cells.
    func row(about name: HTML, _ cells: [HTML?]) -> HTML {
        "<tr><th scope=\"row\">\(name)</th>\(cells.map { "<td>\($0)</td>" as HTML })</tr>\n"
    }

    /// The first rows of a list, with the number of all and the way to them.
    func first(_ title: PageText, _ rows: [HTML], of total: Int, all path: Link.Path) -> HTML {
        let more: HTML = """
            <p class="soft">\(self[.onThisPage, ["count": .number(rows.count), "total": .number(total)]])
            <a href="\(to: self[path])">\(self[.wholeList])</a></p>
            """
        return """
            <section class="card"><h2>\(self[title])</h2>\(total > rows.count ? more : nil)\
            <ul class="list">\(rows)</ul></section>

            """
    }

    /// A table that scrolls sideways on a telephone, also by keys.
    ///
    /// - Parameter numbers: the places of the columns of numbers.
    func scrolled(
        _ name: String, _ caption: String?, _ heads: [String], numbers: Set<Int> = [], _ rows: [HTML]
    ) -> HTML {
        let columns = heads.enumerated().map { place, head -> HTML in
            "<th scope=\"col\"\(numbers.contains(place) ? " class=\"num\"" as HTML : nil)>\(head)</th>"
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(name)"><table>
            \(caption.map { "<caption>\($0)</caption>" as HTML })
            <thead><tr>\(columns)</tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}
