import Synchronization

/// A text with placeholders, in a small part of ICU's MessageFormat.
///
/// `{name}` is a placeholder. `{days, plural, =0 {today} one {in # day} other {in # days}}` chooses by number; `#` is the
/// number. A part in square brackets is left out if one of its placeholders has no value.
package struct TextTemplate: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
    }

    package enum Part: Equatable, Sendable {
        case text(String)
        case placeholder(String)
        /// By `=0`, or by CLDR's category.
        case plural(String, [String: String])
        case optional([Part])
    }

    package let parts: [Part]
    /// False if a brace or a bracket has no partner.
    package let isWellFormed: Bool

    package init(_ text: String) {
        var reader = TemplateReader(text)
        parts = reader.parts(until: nil)
        isWellFormed = reader.isWellFormed
    }

    /// A text of the catalogue, which is read once: every message fills several.
    package static func ofCatalogue(_ text: String) -> TextTemplate {
        catalogue.withLock { known in
            if let template = known[text] { return template }
            let template = TextTemplate(text)
            known[text] = template
            return template
        }
    }

    private static let catalogue = Mutex<[String: TextTemplate]>([:])

    /// The placeholders that need a value, or those of optional parts.
    package func names(optional: Bool) -> Set<String> {
        parts.reduce(into: []) { names, part in
            if case .optional(let parts) = part {
                if optional { names.formUnion(parts.compactMap(\.name)) }
            } else if !optional, let name = part.name {
                names.insert(name)
            }
        }
    }

    /// The text; nil if a placeholder outside square brackets has no value. A value is never read as a template.
    package func text(in language: Language, _ value: (String) -> Value?) -> String? {
        TextTemplate.text(parts, in: language, value)
    }

    private static func text(_ parts: [Part], in language: Language, _ value: (String) -> Value?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .placeholder(let name):
                switch value(name) {
                case .text(let piece): text += piece
                case .number(let number): text += language.text(of: number)
                case nil: return nil
                }
            case .plural(let name, let forms):
                guard case .number(let number) = value(name),
                    let form = forms["=\(number)"] ?? forms[language.plural(number).rawValue] ?? forms["other"]
                else { return nil }
                text += form.split(separator: "#", omittingEmptySubsequences: false)
                    .joined(separator: language.text(of: number))
            case .optional(let parts): text += TextTemplate.text(parts, in: language, value) ?? ""
            }
        }
        return text
    }
}

extension TextTemplate.Part {
    fileprivate var name: String? {
        switch self {
        case .placeholder(let name), .plural(let name, _): name
        case .text, .optional: nil
        }
    }
}

/// Reads templates. What is malformed stays as text, and is recorded.
private struct TemplateReader {
    private var rest: Substring
    private(set) var isWellFormed = true

    init(_ text: String) { rest = text[...] }

    /// - Parameter end: the bracket that ends an optional part; nil: the whole text.
    mutating func parts(until end: Character?) -> [TextTemplate.Part] {
        var parts: [TextTemplate.Part] = []
        while let character = rest.first {
            rest.removeFirst()
            switch character {
            case "]" where end != nil: return parts
            case "{": parts.append(placeholder())
            case "[" where end == nil: parts.append(.optional(self.parts(until: "]")))
            case "]", "}", "[":
                isWellFormed = false
                parts.append(.text(String(character)))
            default:
                let piece = rest.prefix { !"{}[]".contains($0) }
                rest.removeFirst(piece.count)
                parts.append(.text(String(character) + piece))
            }
        }
        if end != nil { isWellFormed = false }
        return parts
    }

    private mutating func placeholder() -> TextTemplate.Part {
        let name = rest.prefix { $0 != "}" && $0 != "," }
        rest.removeFirst(name.count)
        if rest.first == "}" {
            rest.removeFirst()
            return .placeholder(String(name))
        }
        guard rest.starts(with: ", plural, ") else {
            isWellFormed = false
            return .text("{" + name)
        }
        rest.removeFirst(", plural, ".count)
        return .plural(String(name), forms())
    }

    /// `one {…} other {…}}`.
    private mutating func forms() -> [String: String] {
        var forms: [String: String] = [:]
        while let key = Optional(rest.prefix { $0 != "{" && $0 != "}" }) {
            rest.removeFirst(key.count)
            guard rest.first == "{" else { break }
            rest.removeFirst()
            let form = rest.prefix { $0 != "}" }
            rest.removeFirst(min(form.count + 1, rest.count))
            forms[key.split(separator: " ").joined()] = String(form)
        }
        if rest.first == "}" { rest.removeFirst() } else { isWellFormed = false }
        if forms["other"] == nil { isWellFormed = false }
        return forms
    }
}
