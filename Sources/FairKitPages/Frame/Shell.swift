import FairKitCore
import FairKitService

/// A place of the main navigation, for the roles that may do its action.
enum Tab: CaseIterable {
    case home, alerts, people, results, kits, onCall, accounts, clinic, profile

    fileprivate func isShown(to reader: Reader) -> Bool {
        switch self {
        case .home: true
        case .profile: reader.role == .patient
        case .kits: reader.role == .patient || reader.may(.receiveSamples)
        case .results: reader.may(.readResults)
        case .alerts: reader.may(.acknowledgeAlert)
        case .people: reader.may(.findProfiles)
        case .onCall: reader.may(.readTeams)
        case .accounts: reader.may(.manageAccounts)
        case .clinic: reader.role == .administrator
        }
    }

    fileprivate func text(for reader: Reader) -> PageText {
        switch self {
        case .home: .home
        case .results: .results
        case .kits: reader.role == .patient ? .testKit : .kitsOfStaff
        case .alerts: .openAlerts
        case .profile: .ownProfile
        case .people: .patients
        case .onCall: .onCall
        case .accounts: .accounts
        case .clinic: .clinic
        }
    }

    fileprivate var path: Link.Path {
        switch self {
        case .home: "/home"
        case .results: "/results"
        case .kits: "/kits"
        case .alerts: "/alerts"
        case .profile: "/profile"
        case .people: "/people"
        case .onCall: "/on-call"
        case .accounts: "/accounts"
        case .clinic: "/clinic"
        }
    }

    fileprivate var drawing: HTML {
        switch self {
        case .home: #"<path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z"/>"#
        case .results: #"<path d="M4 4v15a1 1 0 0 0 1 1h15"/><path d="m7.5 14.5 3.5-4 3 2.5 5-6"/>"#
        case .kits: #"<path d="M9 4h6M10 4v13.500a2 2 0 0 0 4 0V4"/><path d="M10 12h4"/>"#
        case .alerts: #"<path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15z"/><path d="M10 20.500h4"/>"#
        case .profile: #"<circle cx="12" cy="8" r="3.500"/><path d="M5 20a7 7 0 0 1 14 0"/>"#
        case .people: #"<circle cx="12" cy="8" r="3.500"/><path d="M5 20c0-3.500 3-5.500 7-5.500s7 2 7 5.500"/>"#
        case .onCall: #"<circle cx="12" cy="12" r="8"/><path d="M12 7.500V12l3 2"/>"#
        case .accounts:
            #"<circle cx="9" cy="8" r="3"/><path d="M3.500 19c0-3 2.500-5 5.500-5s5.500 2 5.500 5M17 8.500v6M14 11.500h6"/>"#
        case .clinic: #"<path d="M4.500 20V6.500L12 4l7.500 2.500V20z"/><path d="M12 9v6M9 12h6"/>"#
        }
    }
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
            <ul>\(Tab.allCases.filter { $0.isShown(to: reader) }.map { item($0, reader, isCurrent: $0 == current) })</ul>
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
        stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">\(tab.drawing)</svg>\(reader[tab.text(for: reader)])\(tab == .alerts ? badge(reader) : nil)</a></li>
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
