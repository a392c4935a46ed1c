import FairKitCore
import Hummingbird
import HummingbirdCore

/// The parameters of a list.
struct Query {
    private let parameters: FlatDictionary<Substring, Substring>

    private static let ofEveryAnswer: Set<Substring> = [WantedMembers.parameter[...]]

    /// A misspelt filter is an error: without it, the list would show more than was meant.
    /// - Parameters:
    ///   - names: what may be asked for, beside `fields`.
    ///   - pages: what the list has of pages.
    init(
        _ request: Request, _ names: Set<Substring> = [], pages: Set<Substring> = ["limit", "cursor"]
    ) throws(Invalid) {
        parameters = request.uri.queryParameters
        var seen: Set<Substring> = []
        for (name, _) in parameters {
            guard names.union(pages).union(Query.ofEveryAnswer).contains(name) else {
                throw Invalid(path: [String(name)], "there is no such parameter")
            }
            guard seen.insert(name).inserted else { throw Invalid(path: [String(name)], "is there more than once") }
        }
    }

    /// A parameter, parsed; nil if it was not sent.
    func value<T>(_ name: String, _ parse: (String) -> T?) throws(Invalid) -> T? {
        guard let text = parameters[name[...]] else { return nil }
        guard let value = parse(String(text)) else {
            throw Invalid("/\(name)", "can't be read; the documentation lists what is possible")
        }
        return value
    }

    /// Where the page begins, by what the page before gave as `nextCursor`; nil: at the start.
    func cursor<T>(_ context: FairKitContext, _ parse: (String) -> T?) throws -> T? {
        try context.place(parameters["cursor"].map { String($0) }, parse)
    }

    /// Entries a page: 50, unless 1 to 100 is asked for.
    var limit: Int {
        get throws(Invalid) {
            try value("limit") { Int($0).flatMap { (1...100).contains($0) ? $0 : nil } } ?? 50
        }
    }
}
