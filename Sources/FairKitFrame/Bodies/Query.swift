import FairKitAPI
package import FairKitCore
import FairKitService
import Hummingbird
package import HummingbirdCore

/// The query parameters of a list.
package struct Query {
    private let parameters: FlatDictionary<Substring, Substring>
    /// The raw query.
    private let query: String
    fileprivate var faults = Faults()

    /// The parameters of a page.
    static let ofPages: Set<Substring> = ["limit", "cursor"]

    /// The faults of parameters that are not sent now, but kept; nil: there are none.
    package static func faults(_ uri: URI, _ names: Set<Substring>, _ read: (inout Query) -> Void) -> Invalid? {
        var query = Query(uri, names, pages: [])
        read(&query)
        do { try query.faults.refuse() } catch { return error }
        return nil
    }

    fileprivate init(_ uri: URI, _ names: Set<Substring>, pages: Set<Substring>) {
        parameters = uri.queryParameters
        query = uri.query ?? ""
        var seen: Set<Substring> = []
        for (name, _) in parameters {
            if !names.contains(name), !pages.contains(name), name != WantedMembers.parameter {
                faults.record(Invalid(path: [String(name)], "unknown parameter"))
            } else if !seen.insert(name).inserted {
                faults.record(Invalid(path: [String(name)], "is sent more than once"))
            }
        }
    }

    /// A parameter, parsed; nil if the client did not send it.
    /// - Parameter expected: the valid values, for the error message.
    package mutating func value<T>(_ name: String, _ expected: @autoclosure () -> String, _ parse: (String) -> T?)
        -> T?
    {
        guard let text = text(name) else { return nil }
        let value = parse(text)
        if value == nil { faults.record("/\(name)", expected()) }
        return value
    }

    /// The text of a parameter. A plus means a space, as in forms and most clients (WHATWG URL, section 5).
    private func text(_ name: String) -> String? {
        guard let text = parameters[name[...]] else { return nil }
        let sent = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        guard let sent, sent.contains("+") else { return String(text) }
        return String(percentEncoded: String(sent.dropFirst(name.count + 1).map { $0 == "+" ? " " : $0 }))
    }

    package mutating func date(_ name: String) -> CalendarDate? {
        value(name, CalendarDate.expected) { CalendarDate($0) }
    }

    package mutating func time(_ name: String) -> Timestamp? { value(name, Timestamp.expected) { Timestamp($0) } }

    package mutating func id<Thing>(_ name: String) -> ID<Thing>? {
        value(name, "an id: a UUID such as 0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b") { ID<Thing>($0) }
    }

    /// The number of an event.
    package mutating func eventNumber(_ name: String) -> Int64? { value(name, EventNumber.expected, EventNumber.parse) }

    /// A level or the limit of one.
    package mutating func thousandths(_ name: String) -> Thousandths? {
        value(name, "0 or more, below a million, with at most three decimals") { Thousandths($0) }
    }

    /// Records what is wrong with parameters that do not fit together.
    package mutating func require(_ isTrue: Bool, _ name: String, _ expected: String) {
        faults.require(isTrue, "/\(name)", expected)
    }

    /// Whether the client wants to know how many entries all pages have.
    package mutating func counts() -> Bool { isSet("total") }

    /// A missing parameter means false.
    package mutating func isSet(_ name: String) -> Bool { bool(name) ?? false }

    package mutating func bool(_ name: String) -> Bool? { value(name, "true or false") { Bool($0) } }

    /// One of several words.
    ///
    /// - Parameter words: the allowed words; nil: all.
    package mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, among words: [Word]? = nil
    ) -> Word? where Word.RawValue == String {
        let words = words ?? Array(Word.allCases)
        return value(name, "one of \(words.map { $0.rawValue }.joined(separator: ", "))") { text in
            words.first { $0.rawValue == text }
        }
    }

    /// Where the page begins, by the `nextCursor` of the page before (nil: at the start), and how many entries it has: 50, unless the client asks
    /// for 1 to 100.
    package mutating func page<T>(_ call: some AnyTenantCall, _ parse: (String) -> T?) throws -> (T?, Int) {
        let limit = limit()
        do {
            return (try call.position(parameters["cursor"].map { String($0) }, parse), limit)
        } catch CursorFailure.foreign {
            faults.record(CursorFailure.foreignCursor)
            return (nil, limit)
        }
    }

    /// Entries a page.
    package mutating func limit() -> Int {
        value("limit", "1 to 100") { Int($0).flatMap { (1...100).contains($0) ? $0 : nil } } ?? 50
    }
}

extension AnyCall {
    /// Reads the parameters of the request.
    /// - Parameters:
    ///   - names: the parameters that the route has, beside `fields`.
    ///   - pages: those that choose a page.
    ///   - read: takes each parameter out. A faulty one counts as left out until all are read.
    /// - Throws: `Invalid` with every fault. A misspelt filter is one: without it, the list would show more than was meant.
    package func query<Value>(
        _ names: Set<Substring> = [], pages: Set<Substring> = Query.ofPages, _ read: (inout Query) throws -> Value
    ) throws -> Value {
        var query = Query(request.uri, names, pages: pages)
        let value = try read(&query)
        try query.faults.refuse()
        return value
    }

    /// Refuses every parameter, for a route that has none.
    package func noQuery() throws { try query(pages: []) { _ in } }
}

/// The number of an event in a history.
package enum EventNumber {
    package static let expected = "the number of an event, 0 or more"

    /// 0: before the first one.
    package static func parse(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}
