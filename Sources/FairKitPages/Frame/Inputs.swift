/// What inputs of a kind have in common: their attributes besides the name. See `Reader.field`.
extension HTML {
    /// The code of an app or of a message.
    static let oneTimeCode: HTML = """
        class="medium" inputmode="numeric" autocomplete="one-time-code" spellcheck="false" required
        """

    /// - Parameter use: by which a password manager knows what to fill in, or to make.
    static func password(_ use: String) -> HTML {
        "class=\"medium\" type=\"password\" autocomplete=\"\(use)\" required"
    }

    static func email(_ typed: String, _ use: String, isMedium: Bool = false) -> HTML {
        """
        \(isMedium ? "class=\"medium\" " as HTML : nil)type="email" value="\(typed)" autocomplete="\(use)" \
        autocapitalize="none" spellcheck="false" required
        """
    }

    static func search(_ typed: String, most: Int, isCode: Bool = false) -> HTML {
        """
        type="search"\(isCode ? " class=\"code\"" as HTML : nil) value="\(typed)" maxlength="\(most)" autocomplete="off" \
        spellcheck="false"
        """
    }

    /// A text of one line, which is no word: nothing corrects it.
    static func name(_ typed: String, _ use: String = "off", isRequired: Bool = true) -> HTML {
        """
        class="medium" value="\(typed)" autocomplete="\(use)" autocapitalize="none" spellcheck="false"\
        \(isRequired ? " required" as HTML : nil)
        """
    }

    static func day(_ typed: String, isRequired: Bool = false) -> HTML {
        "type=\"date\" class=\"short\" value=\"\(typed)\"\(isRequired ? " required" as HTML : nil)"
    }
}
