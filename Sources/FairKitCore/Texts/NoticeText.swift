/// A notice in the words of its reader's language and of one form. See `docs/texts.md`.
package struct NoticeText: Equatable, Sendable {
    /// The subject of a mail, or the title of a push message or of a chat message. SMS and calls are sent without it.
    package let title: String
    /// An SMS and a mail include the link; for the other forms, the link is beside the text.
    package let body: String

    /// The most segments of an SMS.
    package static let mostSegments = 3

    /// A text always results: if facts are absent, it says less.
    /// - Parameters:
    ///   - facts: with times in the reader's time zone.
    ///   - sender: the name of the tenant that writes.
    package init(
        _ kind: NoticeKind, _ facts: NoticeFacts, language: Language, sender: DisplayName, form: NoticeForm
    ) {
        let writer = NoticeWriter(kind: kind, facts: facts, language: language, sender: sender)
        switch form {
        case .push(preview: true): (title, body) = (writer.title, writer.full)
        case .push(preview: false): (title, body) = (sender.text, writer.news)
        case .sms(let showsValues): (title, body) = (writer.title, writer.sms(showsValues: showsValues))
        case .mail(let showsValues): (title, body) = (writer.title, writer.mail(showsValues: showsValues))
        case .unprovenMail: (title, body) = (writer.title, writer.unprovenMail)
        case .wholeMail: (title, body) = (writer.title, writer.wholeMail)
        case .voice: (title, body) = (writer.title, writer.call)
        case .chat: (title, body) = (writer.title, writer.plain)
        }
    }
}

/// Fills the texts of one notice.
private struct NoticeWriter {
    let kind: NoticeKind
    let facts: NoticeFacts
    let language: Language
    let sender: DisplayName

    private var words: NoticeWords { language.words(kind) }
    private var isUrgent: Bool { kind.isCritical(facts) }

    var news: String { isUrgent ? language.frame.urgentNews : language.frame.news }
    var title: String { fill(words.title) ?? news }
    var plain: String { fill(words.plain) ?? news }
    var full: String { words.full.flatMap { fill($0) } ?? plain }

    var call: String {
        var spoken = facts
        // Digit by digit, and not as a number of six digits.
        spoken.code = facts.code?.map(String.init).joined(separator: ", ")
        let text = fill(words.plain, spoken) ?? news
        return [fill(isUrgent ? language.frame.urgentCall : language.frame.call), text].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Says less, rather than become too long.
    func sms(showsValues: Bool) -> String {
        let short = words.short.flatMap { fill($0) } ?? plain
        let texts = showsValues && words.full != nil ? [full, short] : [short]
        let link = facts.link.map { " \($0)" } ?? ""
        let choices = texts.map { $0 + link } + [news + link, short]
        let messages = choices.lazy.map { ShortMessage("\(sender.text): \($0)") }
        let fitting = messages.first { $0.segments <= NoticeText.mostSegments }
        return (fitting ?? ShortMessage("\(sender.text): \(news)")).text
    }

    func mail(showsValues: Bool) -> String {
        mail(showsValues ? full : plain, ending: language.choice(kind.category))
    }

    var wholeMail: String { words.mail.flatMap { fill($0) } ?? news }
    var unprovenMail: String { mail(plain, ending: fill(language.frame.unproven) ?? "") }

    private func mail(_ text: String, ending: String) -> String {
        let link = facts.link.map { [language.frame.link, $0] } ?? []
        let opening = [fill(language.frame.mail), language.why(kind.audience)].compactMap(\.self)
            .joined(separator: " ")
        let paragraphs =
            [opening, text, fill(words.action) ?? ""] + link + [ending]
        return paragraphs.filter { !$0.isEmpty }.map { $0.wrapped() }.joined(separator: "\n\n") + "\n"
    }

    private func fill(_ template: String, _ other: NoticeFacts? = nil) -> String? {
        let facts = other ?? facts
        return TextTemplate.ofCatalogue(template).text(in: language) { name in
            guard let fact = NoticeFact(rawValue: name) else { return nil }
            return fact == .sender ? .line(sender.text) : facts.value(fact, in: language)
        }
    }
}
