import FairKitAPI
import FairKitCore
import FairKitFrame

/// The changes of a merge patch to an account. A member that is null is removed.
struct AccountChanges: Sendable {
    private var name: String??
    private var phone: String??
    private var language: Language?

    init(_ patch: JSONTree, _ faults: inout Faults) {
        guard case .object(let members) = patch else {
            faults.record("", "a JSON object with the members to change")
            return
        }
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            switch (member, value) {
            case ("name", .null): name = .some(nil)
            case ("phone", .null): phone = .some(nil)
            case ("language", .null): language = .english
            case ("name", .text(let text)): name = text
            case ("phone", .text(let text)): phone = PhoneNumber(typed: text)?.description ?? text
            case ("language", _):
                language = if case .text(let text) = value { Language(rawValue: text) } else { nil }
                faults.require(language != nil, "/language", "en, es or sw")
            case ("name", _), ("phone", _): faults.record("/\(member)", "has the wrong type: expected a string")
            default: faults.record(Invalid(path: [member], "can't be changed"))
            }
        }
    }

    func apply(to details: inout AccountDetails) {
        if let name { details.name = name }
        if let phone { details.phone = phone }
        if let language { details.language = language }
    }
}
