import FairKitCore
import FairKitFrame
import Hummingbird

/// Whether pages are light or dark. It belongs to the browser, since a person reads on several devices.
enum DisplayForm {
    static func take(_ page: PageCall, _ form: Form) -> Response {
        guard let theme = Theme(rawValue: form["theme"]) else {
            return LanguagePage.draw(page, [Wrong(field: "theme", text: page.reader[.ownChooseOne])])
        }
        let cookie = PageCookie.set(PageCookie.theme, theme.rawValue, for: theme == .device ? 0 : 31_536_000)
        return .seeOther(page.reader["/profile/language?done=\(PageText.ownSaved.rawValue)"], cookie: cookie)
    }

    static func html(for reader: Reader, _ wrong: [Wrong]) -> HTML {
        let choices: [(Theme, PageText)] = [
            (.device, .ownThemeDevice), (.light, .ownThemeLight), (.dark, .ownThemeDark),
        ]
        return """
            \(reader.card(to: "/profile/display"))
              \(reader.choices(
                "theme", .ownTheme, wrong, choices.map { ($0.rawValue, "\(reader[$1])") }, chosen: reader.theme.rawValue))
              <button>\(reader[.ownSaveTheme])</button>
            </form>
            """
    }
}
