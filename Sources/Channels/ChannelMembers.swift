import FairKitAPI
import FairKitCore

/// The members of an object in the file of channels. Each is read once; `end` refuses those that were not read.
struct ChannelMembers: ~Copyable {
    private var left: [String: JSONTree]
    private var known: [String] = []
    private let name: String
    private let file: ChannelsFile

    init(_ tree: JSONTree, name: String, file: ChannelsFile) throws(ChannelsFileError) {
        guard case .object(let members) = tree else {
            throw ChannelsFileError(file.path, member: name, "must be an object.")
        }
        left = members
        self.name = name
        self.file = file
    }

    /// The member's full name.
    private func full(_ member: String) -> String { name.isEmpty ? member : "\(name).\(member)" }

    func error(_ member: String, _ sentence: String) -> ChannelsFileError {
        ChannelsFileError(file.path, member: full(member), sentence)
    }

    mutating func tree(_ member: String) -> JSONTree? {
        known.append(member)
        return left.removeValue(forKey: member)
    }

    /// A text that is not empty and has no line breaks; nil: the member is missing.
    mutating func text(_ member: String) throws(ChannelsFileError) -> String? {
        switch tree(member) {
        case nil: return nil
        case .text(let text) where !text.isEmpty && !text.contains(where: \.isNewline): return text
        default: throw error(member, "must be a text of one line.")
        }
    }

    mutating func neededText(_ member: String, _ what: String) throws(ChannelsFileError) -> String {
        guard let text = try text(member) else { throw error(member, "is missing. Set it to \(what).") }
        return text
    }

    /// The content of a file that a member names.
    mutating func secret(_ member: String, _ what: String) throws(ChannelsFileError) -> String {
        let path = try neededText(member, "a file, mode 0600, that holds \(what)")
        return try file.secretLine(at: path, member: full(member), holding: what)
    }

    /// The bytes of a file that a member names, such as a key in PEM.
    mutating func secretFile(_ member: String, _ what: String) throws(ChannelsFileError) -> [UInt8] {
        let path = try neededText(member, "a file, mode 0600, that holds \(what)")
        return try file.secret(at: path, member: full(member), holding: what)
    }

    mutating func url(_ member: String) throws(ChannelsFileError) -> WebhookURL? {
        guard let text = try text(member) else { return nil }
        do { return try WebhookURL(text, allowsPrivate: file.allowsPrivate) } catch {
            throw self.error(member, "is not a usable URL: \(error.sentence).")
        }
    }

    mutating func phoneNumber(_ member: String) throws(ChannelsFileError) -> PhoneNumber {
        guard let number = PhoneNumber(try neededText(member, "a telephone number such as +15551234567")) else {
            throw error(member, "must be a telephone number in international form, such as +15551234567.")
        }
        return number
    }

    /// The language of a voice; `en-US` if the member is missing.
    mutating func language() throws(ChannelsFileError) -> String {
        let text = try text("language") ?? "en-US"
        guard (2...35).contains(text.utf8.count),
            text.utf8.allSatisfy({
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: "-")
            })
        else { throw error("language", "must be a language such as en-US.") }
        return text
    }

    /// A list of HTTP statuses; empty: the member is missing.
    mutating func statuses(_ member: String) throws(ChannelsFileError) -> Set<Int> {
        let problem = "must be a list of HTTP statuses, such as [200, 202]."
        var statuses: Set<Int> = []
        for entry in try list(member, problem) {
            guard case .number(let number) = entry, let status = Int("\(number)"), (100...599).contains(status) else {
                throw error(member, problem)
            }
            statuses.insert(status)
        }
        return statuses
    }

    /// A list of texts; empty: the member is missing.
    mutating func texts(_ member: String) throws(ChannelsFileError) -> Set<String> {
        let problem = "must be a list of texts, such as [\"0\", \"queued\"]."
        var texts: Set<String> = []
        for entry in try list(member, problem) {
            guard case .text(let text) = entry else { throw error(member, problem) }
            texts.insert(text)
        }
        return texts
    }

    private mutating func list(_ member: String, _ problem: String) throws(ChannelsFileError) -> [JSONTree] {
        switch tree(member) {
        case nil: return []
        case .list(let entries) where !entries.isEmpty: return entries
        default: throw error(member, problem)
        }
    }

    /// The members of an object; nil: the member is missing.
    mutating func object(_ member: String) throws(ChannelsFileError) -> ChannelMembers? {
        guard let tree = tree(member) else { return nil }
        return try ChannelMembers(tree, name: full(member), file: file)
    }

    /// Texts by free names, in order; empty: the member is missing.
    mutating func textsByName(
        _ member: String
    ) throws(ChannelsFileError) -> [(name: String, text: String)] {
        let problem = "must be an object whose members are texts."
        switch tree(member) {
        case nil: return []
        case .object(let members):
            var texts: [(name: String, text: String)] = []
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                guard case .text(let text) = value else { throw error(member, problem) }
                texts.append((name, text))
            }
            return texts
        default: throw error(member, problem)
        }
    }

    /// The content of a file that a member of an object names.
    func secretLine(at path: String, _ member: String) throws(ChannelsFileError) -> String {
        try file.secretLine(at: path, member: full(member), holding: "a secret")
    }

    var allowsPrivate: Bool { file.allowsPrivate }
    var allowsPrivateReceivers: Bool { file.allowsPrivateReceivers }

    /// Refuses members that were not read.
    consuming func end() throws(ChannelsFileError) {
        guard let unknown = left.keys.min() else { return }
        throw error(unknown, "is unknown. Correct or remove it; known are \(known.joined(separator: ", ")).")
    }
}

extension Invalid {
    /// The expected values, without a full stop.
    var sentence: String { fields.map(\.detail).joined(separator: "; ") }
}
