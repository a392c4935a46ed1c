import FairKitCore
import FairKitService

/// A place of the main navigation, for the readers who have something to do there.
struct Tab: Sendable {
    fileprivate let path: Link.Path
    private let text: PageText
    private var ofPatient: PageText?
    fileprivate let drawing: HTML
    fileprivate let isShown: @Sendable (Reader) -> Bool

    static let home = Tab(
        path: "/home", text: .home,
        drawing: #"<path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z"/>"#
    ) { _ in true }
    static let alerts = Tab(
        path: "/alerts", text: .openAlerts,
        drawing: #"<path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15z"/><path d="M10 20.500h4"/>"#
    ) { $0.may(.acknowledgeAlert) }
    static let people = Tab(
        path: "/people", text: .patients,
        drawing: #"<circle cx="12" cy="8" r="3.500"/><path d="M5 20c0-3.500 3-5.500 7-5.500s7 2 7 5.500"/>"#
    ) { $0.may(.findProfiles) }
    static let results = Tab(
        path: "/results", text: .results,
        drawing: #"<path d="M4 4v15a1 1 0 0 0 1 1h15"/><path d="m7.5 14.5 3.5-4 3 2.5 5-6"/>"#
    ) { $0.may(.readResults) }
    static let kits = Tab(
        path: "/kits", text: .kitsOfStaff, ofPatient: .testKit,
        drawing: #"<path d="M9 4h6M10 4v13.500a2 2 0 0 0 4 0V4"/><path d="M10 12h4"/>"#
    ) { $0.role == .patient || $0.may(.receiveSamples) }
    static let onCall = Tab(
        path: "/on-call", text: .onCall, drawing: #"<circle cx="12" cy="12" r="8"/><path d="M12 7.500V12l3 2"/>"#
    ) { $0.may(.readTeams) }
    static let accounts = Tab(
        path: "/accounts", text: .accounts,
        drawing:
            #"<circle cx="9" cy="8" r="3"/><path d="M3.500 19c0-3 2.500-5 5.500-5s5.500 2 5.500 5M17 8.500v6M14 11.500h6"/>"#
    ) { $0.may(.manageAccounts) }
    static let clinic = Tab(
        path: "/clinic", text: .clinic,
        drawing: #"<path d="M4.500 20V6.500L12 4l7.500 2.500V20z"/><path d="M12 9v6M9 12h6"/>"#
    ) { $0.role == .administrator }
    static let profile = Tab(
        path: "/profile", text: .ownProfile,
        drawing: #"<circle cx="12" cy="8" r="3.500"/><path d="M5 20a7 7 0 0 1 14 0"/>"#
    ) { $0.role == .patient }

    fileprivate static let all = [home, alerts, people, results, kits, onCall, accounts, clinic, profile]

    fileprivate func text(for reader: Reader) -> PageText { reader.role == .patient ? ofPatient ?? text : text }

    fileprivate func isSame(as other: Tab?) -> Bool { path.text == other?.path.text }
}

/// The parts around the content of every page.
enum Shell {
    static func top(_ reader: Reader) -> HTML {
        """
        <header class="top"><a class="brand" href="\(to: reader[reader.own == nil ? "/sign-in" : "/home"])">\(mark)FairKit</a>\
        \(LogoPage.head(reader))\(reader.tenantName.map { name(of: $0, reader) })
        \(reader.now.map { "<p class=\"printed\">\(reader[.printed]) \(reader.moment($0)), \(reader.name)</p>" as HTML })\
        \(reader.own.map { _ in account(reader) })</header>
        """
    }

    /// The logo says it to those who can't see it.
    private static func name(of clinic: DisplayName, _ reader: Reader) -> HTML {
        " <span class=\"tenant\"\(reader.clinic?.logoMark == nil ? nil : " aria-hidden=\"true\"" as HTML)>\(clinic.text)</span>"
    }

    private static func account(_ reader: Reader) -> HTML {
        """
        <nav aria-label="\(reader[.accountMenu])"><details class="account"><summary>\(reader.name)</summary><ul>\
        \(reader.role == .patient ? nil : "<li><a href=\"\(to: reader["/profile"])\">\(reader[.ownAccount])</a></li>" as HTML)\
        <li><a href="\(to: reader["/help"])">\(reader[.help])</a></li><li>\
        <form method="post" action="\(to: reader["/sign-out"])">\(token(reader))<button>\(reader[.signOut])</button></form>\
        </li></ul></details></nav>
        """
    }

    /// Says in a form for whom it was drawn, and which one it is.
    static func token(_ reader: Reader) -> HTML {
        let key = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        return """
            <input type="hidden" name="token" value="\(reader.token)"><input type="hidden" name="key" value="\(key)">
            """
    }

    static func tabs(_ reader: Reader, _ current: Tab?) -> HTML? {
        guard reader.own != nil else { return nil }
        let list: HTML = """
            <ul>\(Tab.all.filter { $0.isShown(reader) }.map { item($0, reader, isCurrent: $0.isSame(as: current)) })</ul>
            """
        let content: HTML =
            reader.role == .patient
            ? list : "<details class=\"fold\"><summary>\(reader[.menu])</summary>\(list)</details>"
        return "<nav class=\"side\" aria-label=\"\(reader[.mainMenu])\">\(content)</nav>"
    }

    private static func item(_ tab: Tab, _ reader: Reader, isCurrent: Bool) -> HTML {
        """
        <li><a href="\(to: reader[tab.path])"\(isCurrent ? " aria-current=\"page\"" as HTML : "")>\
        <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">\(tab.drawing)</svg>\(reader[tab.text(for: reader)])\(tab.isSame(as: .alerts) ? badge(reader) : nil)</a></li>
        """
    }

    /// The number of open alerts, which the script renews.
    static func badge(_ reader: Reader) -> HTML? {
        reader.live.map { now -> HTML in
            "<span class=\"count\" data-live=\"count\" data-count=\"\(now.open.count)\">\(now.open.count)</span>"
        }
    }

    /// Says since when the page is not live; the script shows it.
    static func stale(_ reader: Reader) -> HTML {
        """
        <p class="banner warning" id="stale" hidden>\(reader[.notLiveSince]) <time></time>. <a href="">\(reader[.reload])</a></p>
        """
    }

    private static let mark: HTML = """
        <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true"><rect width="28" height="28" rx="7" \
        fill="currentColor"/><path class="drop" d="M14 5.500c3.400 4.200 5.800 7.400 5.800 10.600a5.800 5.800 0 0 1-11.600 \
        0c0-3.200 2.400-6.400 5.800-10.600z"/></svg>
        """
}
