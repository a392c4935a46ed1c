/// The texts of one kind of notice in one language. Each is a `TextTemplate`.
package struct NoticeWords: Sendable {
    /// Without values: the subject of a mail, the title of a push message.
    package let title: String
    /// Without values.
    package let plain: String
    /// With values; nil: the kind has none.
    package let full: String?
    /// The action that the reader can take, in a mail.
    package let action: String
    /// Replaces `plain` in an SMS; nil: `plain` is short enough.
    package let short: String?
    /// The lines of the whole mail to an address; nil: the kind goes to no address.
    package let mail: String?
}

extension NoticeWords: Decodable {
    private enum CodingKeys: String, CodingKey {
        case title, plain, full, action, short, mail
    }

    /// A text, or its lines.
    private struct Text: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try (try? value.decode(String.self)) ?? value.decode([String].self).map { $0 + "\n" }.joined()
        }
    }

    package init(from decoder: any Decoder) throws {
        let texts = try [String: Text](from: decoder).mapValues(\.text)
        func text(_ key: CodingKeys) throws -> String {
            guard let text = texts[key.rawValue] else {
                throw DecodingError.keyNotFound(
                    key, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "is missing"))
            }
            return text
        }
        // Otherwise a misspelt `full` or `short` would be absent.
        for name in texts.keys where CodingKeys(rawValue: name) == nil {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(name) is unknown"))
        }
        title = try text(.title)
        mail = texts["mail"]
        // A kind that is a whole mail needs no other text.
        let isMail = mail != nil && Set(texts.keys) == ["title", "mail"]
        plain = try isMail ? "" : text(.plain)
        action = try isMail ? "" : text(.action)
        (full, short) = (texts["full"], texts["short"])
    }
}

/// The words around the texts of all notices in one language.
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
    /// What a person signs in with, by `NoticeFacts.Credential`.
    package let credentials: [String: String]
}
