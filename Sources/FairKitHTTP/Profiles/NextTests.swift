import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// When people's next tests are due.
enum NextTests {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<NextTestBody> {
        Answer(
            NextTestBody(try await context.tenancy.profiles.nextTest(of: try person(context), by: try context.caller)))
    }

    static func set(_ request: Request, _ context: FairKitContext) async throws -> Answer<NextTestBody> {
        let (id, caller) = (try person(context), try context.caller)
        var faults = Faults()
        let plan = try await request.json(NextTestRequest.self, context, noting: &faults).plan(&faults)
        return Answer(
            NextTestBody(
                try await context.tenancy.profiles.setNextTest(of: id, to: plan, found: faults, by: caller)))
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.profiles.removeNextTest(of: try person(context), by: try context.caller)
        return .noContent
    }

    private static func person(_ context: FairKitContext) throws(Problem) -> ProfileID {
        try context.id("id", of: ProfileID.self) { ProfileID($0) }
    }
}

extension NextTestBody {
    fileprivate init(_ view: NextTestView) { self.init(view.test, dueOn: view.dueOn) }
}

extension NextTestRequest {
    /// - Returns: nil if it is neither an interval nor a date, which is noted.
    fileprivate func plan(_ faults: inout Faults) -> NextTest.Plan? {
        switch (intervalMonths, date) {
        case (let months?, nil): return .every(months: months)
        case (nil, let text?):
            return faults.readIfPresent(text) { (day) throws(Invalid) in
                .on(try CalendarDate(day, at: "/date"))
            }
        case (nil, nil), (.some, .some):
            faults.record("/intervalMonths", "send either intervalMonths or date")
            return nil
        }
    }
}
