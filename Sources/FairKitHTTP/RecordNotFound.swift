import FairKitCore
import Hummingbird

/// What a route is for is not there, or is hidden from who asks. `RecordRefusals` looks which it is, and records it; nobody is told.
struct RecordNotFound: ProblemConvertible {
    let record: RecordID
    /// What it was asked for.
    let action: Action

    var problem: Problem { .notFound }

    /// Whether an error says that nothing was found, and not what: no more than that is said of what is hidden.
    static func isMeant(by error: any Error) -> Bool {
        let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
        return problem == .notFound
    }
}

extension FairKitContext {
    /// The piece of somebody's record that the path names, if it names one.
    var record: RecordID? {
        guard let id = parameters.get("id") else { return nil }
        switch pattern.split(separator: "/").dropFirst(2).first {
        case "profiles": return ProfileID(id).map { .profile($0) }
        case "results": return ResultID(id).map { .result($0) }
        case "test-kits": return KitID(id).map { .kit($0) }
        case "alerts": return AlertID(id).map { .alert($0) }
        default: return nil
        }
    }
}
