import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// What happened to one person, in one list.
enum Timelines {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<TimelineBody>> {
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let (start, limit) = try Query.page(request, context) { TimelineCursor($0) }
        let page = try await context.tenancy.profiles.timeline(
            of: id, after: start, limit: limit, by: try context.caller)
        return Answer(
            ListBody(items: page.items.map { TimelineBody($0) }, nextCursor: try context.cursor(page.next)))
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
