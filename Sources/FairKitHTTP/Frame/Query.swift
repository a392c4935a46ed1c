import FairKitCore
import Hummingbird
import HummingbirdCore

/// The parameters of a list.
struct Query {
    private let parameters: FlatDictionary<Substring, Substring>
    /// As it was sent.
    private let query: String

    private static let ofEveryAnswer: Set<Substring> = [WantedMembers.parameter[...]]

    /// A misspelt filter is an error: without it, the list would show more than was meant.
    /// - Parameters:
    ///   - names: what may be asked for, beside `fields`.
    ///   - pages: what the list has of pages.
    init(
        _ request: Request, _ names: Set<Substring> = [], pages: Set<Substring> = ["limit", "cursor"]
    ) throws(Invalid) {
        parameters = request.uri.queryParameters
        query = request.uri.query ?? ""
        var seen: Set<Substring> = []
        for (name, _) in parameters {
            guard names.union(pages).union(Query.ofEveryAnswer).contains(name) else {
                throw Invalid(path: [String(name)], "there is no such parameter")
            }
            guard seen.insert(name).inserted else { throw Invalid(path: [String(name)], "is there more than once") }
        }
    }

    /// A parameter, parsed; nil if it was not sent.
    /// - Parameter expected: what it has to be, as it is said of the members of a body.
    func value<T>(_ name: String, _ expected: String, _ parse: (String) -> T?) throws(Invalid) -> T? {
        guard let text = text(name) else { return nil }
        guard let value = parse(text) else { throw Invalid("/\(name)", expected) }
        return value
    }

    /// A parameter's text. A plus stands for a space, as forms and most clients write it (WHATWG URL, section 5).
    private func text(_ name: String) -> String? {
        guard let text = parameters[name[...]] else { return nil }
        let sent = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        guard let sent, sent.contains("+") else { return String(text) }
        return String(percentEncoded: String(sent.dropFirst(name.count + 1).map { $0 == "+" ? " " : $0 }))
    }

    func date(_ name: String) throws(Invalid) -> CalendarDate? {
        try value(name, CalendarDate.expected) { CalendarDate($0) }
    }

    func time(_ name: String) throws(Invalid) -> Timestamp? {
        try value(name, Timestamp.expected) { Timestamp($0) }
    }

    func id<Thing>(_ name: String) throws(Invalid) -> ID<Thing>? {
        try value(name, "an id: a UUID such as 0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b") { ID<Thing>($0) }
    }

    /// nil is false.
    func isSet(_ name: String) throws(Invalid) -> Bool { try bool(name) ?? false }

    func bool(_ name: String) throws(Invalid) -> Bool? { try value(name, "true or false") { Bool($0) } }

    /// One of some words.
    /// - Parameter words: nil: all that there are.
    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, among words: [Word]? = nil
    ) throws(Invalid) -> Word? where Word.RawValue == String {
        let words = words ?? Array(Word.allCases)
        return try value(name, "one of \(words.map(\.rawValue).joined(separator: ", "))") { text in
            words.first { $0.rawValue == text }
        }
    }

    /// Where the page begins, by what the page before gave as `nextCursor`; nil: at the start.
    func cursor<T>(_ context: FairKitContext, _ parse: (String) -> T?) throws -> T? {
        try context.place(parameters["cursor"].map { String($0) }, parse)
    }

    /// Entries a page: 50, unless 1 to 100 is asked for.
    var limit: Int {
        get throws(Invalid) {
            try value("limit", "1 to 100") { Int($0).flatMap { (1...100).contains($0) ? $0 : nil } } ?? 50
        }
    }
}
