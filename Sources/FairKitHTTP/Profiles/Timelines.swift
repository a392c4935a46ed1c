import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// The events of one person, in one list.
enum Timelines {
    static func list(_ call: Call) async throws -> Answer<ListBody<TimelineBody>> {
        let id: ProfileID = try call.id()
        let (start, limit) = try call.page { TimelineCursor($0) }
        let page = try await call.tenancy.profiles.timeline(of: id, after: start, limit: limit, by: call.caller)
        return try call.list(page) { TimelineBody($0) }
    }
}

extension TimelineBody {
    fileprivate init(_ line: TimelineLine) {
        switch line {
        case .event(let entry): self.init(entry)
        case .access(let access):
            self.init(at: access.at, kind: "access.\(access.action.rawValue)", id: access.object)
            role = access.role?.rawValue
            name = access.name
            breakGlass = access.breakGlass ? true : nil
        }
    }
}
