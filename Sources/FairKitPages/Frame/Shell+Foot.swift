import FairKitCore
import FairKitService

extension Shell {
    /// The languages by their own names. Each is a link before the sign-in, and a button where a form waits for it, or where
    /// the account keeps the language.
    ///
    /// - Parameter kept: the form that waits, and the page after the sign-in; see `KeptForm`.
    static func foot(_ reader: Reader, kept: HTML? = nil) -> HTML {
        let choices = reader.languages.map { language -> HTML in
            let (code, name) = (language.rawValue, language.ownName)
            let marks: HTML = """
                lang="\(code)"\(language == reader.language ? " aria-current=\"true\"" as HTML : "")
                """
            if let here = reader.here, kept == nil {
                return "<a href=\"\(to: here(language))\" hreflang=\"\(code)\" \(marks)>\(name)</a>"
            }
            let way: HTML =
                reader.here == nil
                ? "name=\"language\" value=\"\(code)\""
                : "formaction=\"\(to: reader["/sign-in/kept?language=\(code)"])\""
            return "<button \(way) \(marks)>\(name)</button>"
        }
        let form: HTML = """
            <form class="foot" method="post" action="\(to: reader[reader.here == nil ? "/language" : "/sign-in/kept"])">\
            \(reader.here == nil ? token(reader) : kept)\(choices)</form>
            """
        let help: HTML = """
            <a href="\(to: reader["/help"])">\(reader[.help])</a>\
            <a href="\(to: reader["/help/keys"])" aria-keyshortcuts="?">\(reader[.keys])</a>
            """
        let list: HTML = reader.here != nil && kept == nil ? "<div class=\"foot\">\(choices)</div>" : form
        return """
            <footer class="foot">\(reader.here == nil ? help : nil)<nav aria-label="\(reader[.languages])">\(list)</nav></footer>
            """
    }
}

extension Language {
    /// As its speakers call it.
    var ownName: String {
        switch self {
        case .english: "English"
        case .spanish: "Español"
        case .swahili: "Kiswahili"
        }
    }
}
