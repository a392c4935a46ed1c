import TextEncodings

/// The subject and body of our mails. Every mail says who writes, why the reader gets it, and what to do if something is wrong.
/// No mail holds health data. In the templates, `{sender}`, `{link}` and `{facts}` are placeholders.
package struct MailText: Equatable, Sendable {
    package let subject: String
    package let body: String

    /// - Parameters:
    ///   - language: the recipient's.
    ///   - sender: the name of the tenant that writes.
    ///   - link: the link that the recipient opens; nil if the kind has none.
    ///   - facts: lines of names and times, with English labels: `label  value`. They have no id.
    package init(
        _ kind: MailKind, in language: Language, from sender: DisplayName, link: String?, facts: String? = nil
    ) {
        let text = language.mail(kind)
        let values = [
            "sender": sender.text.onOneLine, "link": link ?? "", "facts": language.translated(clean(facts ?? "")),
        ]
        func fill(_ template: String) -> String {
            TextTemplate(template).text(in: language) { name in values[name].map { .text($0) } } ?? template
        }
        subject = fill(text.subject)
        body = fill(text.body)
    }
}

/// Facts may hold names.
private func clean(_ facts: String) -> String {
    facts.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }.joined(separator: "\n")
}

extension Language {
    /// Lines of facts with the labels of this language, in line. Times of RFC 3339 become readable ones.
    fileprivate func translated(_ facts: String) -> String {
        let words = mailFacts
        let lines = facts.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let label = line.label
            let value = String(line.dropFirst(label.count).drop { $0 == " " })
            return (label: words[String(label)] ?? String(label), value: value)
        }
        let width = (lines.map(\.label.count).max() ?? 0) + 2
        return lines.map { label, value in
            guard !value.isEmpty else { return label }
            let readable = words[value] ?? Timestamp(value).map { text(of: $0) } ?? value
            return label + String(repeating: " ", count: width - label.count) + readable
        }.joined(separator: "\n")
    }
}

extension Substring {
    /// What stands before the first two spaces in a row, or everything.
    fileprivate var label: Substring {
        let end = zip(indices, indices.dropFirst()).first { self[$0] == " " && self[$1] == " " }?.0
        return prefix(upTo: end ?? endIndex)
    }
}
