/// The texts of one kind of notice in one language. Each is a `TextTemplate`.
package struct NoticeWords: Sendable {
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
}

extension NoticeWords: Decodable {
    private enum CodingKeys: CodingKey {
        case title, plain, full, action, short
    }

    package init(from decoder: any Decoder) throws {
        // Otherwise a misspelt `full` or `short` would be absent.
        for name in try [String: String](from: decoder).keys where CodingKeys(stringValue: name) == nil {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(name) is unknown"))
        }
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        title = try texts.decode(String.self, forKey: .title)
        plain = try texts.decode(String.self, forKey: .plain)
        full = try texts.decodeIfPresent(String.self, forKey: .full)
        action = try texts.decode(String.self, forKey: .action)
        short = try texts.decodeIfPresent(String.self, forKey: .short)
    }
}

/// What stands around the texts of all notices in one language.
package struct FrameWords: Sendable, Decodable {
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

/// A mail about an account or a record in one language. Each text is a `TextTemplate`.
struct MailWords: Sendable, Decodable {
    let subject: String
    /// Its lines.
    let body: [String]
}
