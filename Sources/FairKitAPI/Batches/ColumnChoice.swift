/// Which column of a table holds which member of a body, as a sender says it:
/// `reference:Sample no,value:#4,unit:=mg/dL`.
///
/// A member, a colon, and the column's name, or `#` and its place from 1, or `=` and a text that all rows have.
package struct ColumnChoice: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case name(String)
        /// From 0.
        case place(Int)
        case fixed(String)
    }

    package let sources: [String: Source]
    /// Whether it names each member that the table holds: no column is read because of its name.
    package let isComplete: Bool

    /// The form of a choice, for error messages.
    package static let expected =
        "member:column for each member, separated by commas, such as reference:Sample no,value:#4,unit:=mg/dL"

    /// nil: malformed, a member that a table can't hold, or one twice.
    package init?(_ text: String, of members: TableMembers = .ofResults) {
        var sources: [String: Source] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, case let member = halves[0].trimmed, members.all.contains(member),
                let source = Source(halves[1].trimmed), sources.updateValue(source, forKey: member) == nil
            else { return nil }
        }
        (self.sources, isComplete) = (sources, false)
    }

    /// All that a table holds.
    package init(complete sources: [String: Source]) { (self.sources, isComplete) = (sources, true) }
}

extension ColumnChoice.Source {
    fileprivate init?(_ text: String) {
        switch text.first {
        case nil: return nil
        case "#":
            guard let place = Int(text.dropFirst()), (1...1000).contains(place) else { return nil }
            self = .place(place - 1)
        case "=":
            guard text.count > 1 else { return nil }
            self = .fixed(String(text.dropFirst()))
        default: self = .name(text)
        }
    }
}

/// The members of a body that the columns of a table can hold.
package struct TableMembers: Hashable, Sendable {
    /// In the order in which they are listed.
    package let all: [String]
    /// Those that a table needs, and groups of which it needs one.
    let required: [String]
    var oneOf: [[String]] = [[]]
    /// Those that have to be chosen where columns are.
    var onlyChosen: [String] = []

    /// The requirements for a header.
    var sentence: String {
        let groups = oneOf.map { $0.joined(separator: " with ") }.joined(separator: ", or ")
        return "The first line must name the columns, each once, out of: \(all.joined(separator: ",")). Required are "
            + "\(required.joined(separator: ", "))\(groups.isEmpty ? "" : ", and \(groups)"). For other names, say in columns "
            + "which column holds which member."
    }

    package static let ofResults = TableMembers(
        all: ResultRequest.members + ResultRequest.inWords + ResultRequest.ofSamples, required: ResultRequest.required,
        oneOf: ResultRequest.oneOf, onlyChosen: ResultRequest.inWords + ResultRequest.ofSamples)
    package static let ofArrivals = TableMembers(
        all: ["kitCode", "status", "reason"], required: ["kitCode", "status"])
}

/// The columns of one table, by its header.
struct TableColumns {
    /// Why a header does not fit.
    struct Unfit: Error, Equatable {
        let sentence: String
    }

    let count: Int
    /// The columns up to the last that has a name or holds a member. What is behind them is empty.
    private var width = 0
    private var places: [String: Int] = [:]
    private var fixed: [String: String] = [:]

    /// - Parameter choice: nil: the columns have the names of the members. Then a name that no member has is refused, since
    ///   the values of a misspelt column would be lost. With a choice, other columns are ignored, also those that happen
    ///   to have the name of `interpretation` or of a member of the sample: patients read them.
    init(header: [String], of members: TableMembers, chosenBy choice: ColumnChoice?) throws(Unfit) {
        let names = header.map(\.trimmed)
        count = names.count
        func unfit(_ sentence: String) -> Unfit {
            // A header in another encoding fits for no other reason.
            let isForeign = names.contains { $0.contains(UTF8Text.unreadable) }
            return Unfit(sentence: isForeign ? "The first line \(UTF8Text.otherEncoding)." : sentence)
        }
        for (member, source) in choice?.sources ?? [:] {
            switch source {
            case .fixed(let text): fixed[member] = text
            case .place(let place):
                guard place < count else { throw unfit("There is no column \(place + 1) for \(member).") }
                places[member] = place
            case .name(let name):
                guard let place = names.firstIndex(of: name), names.lastIndex(of: name) == place else {
                    throw unfit("The column that columns names for \(member) is missing, or there are two.")
                }
                places[member] = place
            }
        }
        for (place, name) in names.enumerated() {
            if choice == nil, names[place...].allSatisfy(\.isEmpty) { break }
            let isMember =
                members.all.contains(name) && choice?.isComplete != true
                && (choice == nil || !members.onlyChosen.contains(name))
            if isMember, places[name] == nil, fixed[name] == nil {
                places[name] = place
            } else if choice == nil {
                throw unfit(members.sentence)
            }
        }
        width = max(names.lastIndex { !$0.isEmpty } ?? -1, places.values.max() ?? -1) + 1
        let hasAll = { [places, fixed] (members: [String]) in
            members.allSatisfy { places[$0] != nil || fixed[$0] != nil }
        }
        guard hasAll(members.required), members.oneOf.contains(where: hasAll) else {
            throw unfit(members.sentence)
        }
    }

    /// The members of a row; nil: it has another number of columns than the header. Empty ones at the end don't count.
    func members(of fields: [String]) -> [String: String]? {
        guard fields.count == count || fields.count >= width && fields.dropFirst(width).allSatisfy(\.trimmed.isEmpty)
        else { return nil }
        return fixed.merging(places.mapValues { fields[$0] }) { fixed, _ in fixed }
    }
}

extension StringProtocol {
    /// Without white space around it.
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
