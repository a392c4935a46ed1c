/// The texts of one kind of notice in one language. Each is a `TextTemplate`.
package struct NoticeWords: Hashable, Sendable {
    /// Without values: the subject of a mail, the title of a push message.
    package let title: String
    /// Without values.
    package let plain: String
    /// With values; nil: the kind has none.
    package let full: String?
    /// What the reader can do, in a mail.
    package let action: String
    /// Replaces `plain` in an SMS; nil: `plain` is short enough.
    package let short: String?

    init(title: String, plain: String, full: String? = nil, action: String, short: String? = nil) {
        self.title = title
        self.plain = plain
        self.full = full
        self.action = action
        self.short = short
    }
}

/// What stands around the texts of all notices in one language.
package struct FrameWords: Hashable, Sendable {
    /// All that a push message without a preview says.
    package let news: String
    package let urgentNews: String
    /// The first words of a mail.
    package let mail: String
    /// Before the link of a mail, which stands on a line of its own.
    package let link: String
    /// The end of a mail to an address that its reader has not proven.
    package let unproven: String
    /// The first words of a call.
    package let call: String
    package let urgentCall: String
    /// The kinds of contact points, by their stored texts.
    package let channels: [String: String]
}

extension Language {
    package var frame: FrameWords {
        switch self {
        case .english: English.frame
        case .spanish: Spanish.frame
        case .swahili: Swahili.frame
        }
    }

    package func words(_ kind: NoticeKind) -> NoticeWords {
        switch self {
        case .english: English.words(kind)
        case .spanish: Spanish.words(kind)
        case .swahili: Swahili.words(kind)
        }
    }

    /// Why the reader receives a notice.
    package func why(_ audience: NoticeAudience) -> String {
        switch self {
        case .english: English.why(audience)
        case .spanish: Spanish.why(audience)
        case .swahili: Swahili.why(audience)
        }
    }

    /// How the reader changes what they receive.
    package func choice(_ category: NoticeCategory) -> String {
        switch self {
        case .english: English.choice(category)
        case .spanish: Spanish.choice(category)
        case .swahili: Swahili.choice(category)
        }
    }

    /// The subject and body of a mail about an account or a record.
    package func mail(_ kind: MailKind) -> (subject: String, body: String) {
        switch self {
        case .english: English.mail(kind)
        case .spanish: Spanish.mail(kind)
        case .swahili: Swahili.mail(kind)
        }
    }

    /// The words in the lines of facts of such a mail, by their stored English.
    package var mailFacts: [String: String] {
        switch self {
        case .english: [:]
        case .spanish: Spanish.mailFacts
        case .swahili: Swahili.mailFacts
        }
    }
}
