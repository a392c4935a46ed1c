import FairKitAPI
import FairKitCore
import FairKitFrame
import Hummingbird

/// What each role does here, and what to do when something does not work, in the words of that role.
enum HelpPage {
    static func show(_ page: PageCall) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[lead(reader)])</p>
            \(part(.helpYourWork, work(reader), reader))
            \(reader.role == .patient ? reader.whomToAsk : nil)
            \(part(.helpHere, here, reader))
            <section class="card"><h2>\(reader[.keys])</h2><p>\(reader[.keysLead])</p>
            <p><a href="\(to: reader["/help/keys"])">\(reader[.keysOpen])</a></p></section>
            """
        return page.show(Document(title: reader[.help], content: content))
    }

    private static func lead(_ reader: Reader) -> PageText {
        switch reader.role {
        case .patient: .helpPatient
        case .clinician: .helpClinician
        case .laboratory: .helpLaboratory
        case .coordinator: .helpCoordinator
        default: .helpAdministrator
        }
    }

    private static func work(_ reader: Reader) -> [PageText] {
        switch reader.role {
        case .patient: [.helpNewKit, .helpResultWhen, .helpResultCritical, .helpWhoSees, .helpNewPhone]
        case .clinician: [.helpReadBack, .helpDiffers, .helpTwoPeople, .helpNotInCare, .helpLostPhone]
        case .laboratory:
            [
                .helpKitArrives, .helpLayout, .helpRejected, .helpImport, .helpUnmatched, .helpHeldResult,
                .helpWrongResult, .helpLostPhone,
            ]
        case .coordinator: [.helpPeriod, .helpFewerThanTen, .helpPending, .helpReturn, .helpFiles, .helpNoNames]
        default:
            [
                .helpBegin, .helpInvite, .helpSecond, .helpFactorLost, .helpKeyOnce, .helpDryRun, .helpBackup,
                .helpReview, .helpProgrammes,
            ]
        }
    }

    private static let here: [PageText] = [
        .helpLocked, .helpProve, .helpTwice, .helpOtherPerson, .helpLanguage, .helpPrint,
    ]

    /// Each text is a question and its answer, with the way to where it is done.
    private static func part(_ title: PageText, _ texts: [PageText], _ reader: Reader) -> HTML {
        let answers = texts.map { text -> HTML in
            let parts = reader[text].split(separator: " | ", maxSplits: 1)
            return """
                <details class="more"><summary>\(parts.first ?? "")</summary><p>\(parts.last ?? "")</p>\
                \(way(from: text, reader))</details>

                """
        }
        return "<section class=\"card\"><h2>\(reader[title])</h2>\(answers)</section>"
    }
}

/// The keys that do something for the reader's role. Single letters and signs only do so in a browser where its reader
/// switched them on, since dictation types them, too.
enum KeysPage {
    private static func keys(_ reader: Reader) -> [(String, PageText)] {
        var keys: [(String, PageText)] = [("Tab", .keyTab), ("Enter", .keyEnter), ("Esc", .keyEscape)]
        if reader.may(.findProfiles) { keys.append(("↑ ↓", .keyArrows)) }
        keys.append(("?", .keyHelp))
        if reader.may(.reviewKits) {
            keys += [("j", .keyNextPhoto), ("k", .keyFirstPhoto), ("z", .keyLargerPhoto)]
        }
        return keys
    }

    static func show(_ page: PageCall) -> Response {
        let (reader, isOn) = (page.reader, page.reader.takesKeys)
        let rows = keys(reader).map { reader.row(about: "<kbd>\($0)</kbd>", ["\(reader[$1])"]) }
        let content: HTML = """
            <p class="lead">\(reader[.keysLead])</p>
            <section class="card">\(reader.scrolled(reader[.keys], nil, [reader[.key], reader[.keyDoes]], rows))</section>
            \(reader.card(to: "/help/keys"))
            <h2>\(reader[.singleKeys])</h2><p>\(reader[isOn ? .singleKeysOn : .singleKeysOff])</p>
            <button name="keys" value="\(isOn ? "off" : "on")">\(reader[isOn ? .switchOff : .switchOn])</button></form>
            """
        return page.show(
            Document(
                title: reader[.keys], back: (reader["/help"], .help), done: page.done(.keysSwitched), content: content))
    }

    static func take(_ page: PageCall, _ form: Form) throws -> Response {
        guard ["on", "off"].contains(form["keys"]) else {
            throw Problem(.unprocessableContent, .invalid, "Say on or off.")
        }
        let cookie = PageCookie.set(PageCookie.keys, "on", for: form["keys"] == "on" ? 31_536_000 : 0)
        let done = page.reader["/help/keys?done=\(PageText.keysSwitched.rawValue)"]
        return .seeOther(done, cookie: cookie)
    }
}
