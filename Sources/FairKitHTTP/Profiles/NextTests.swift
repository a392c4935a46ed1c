import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// When people's next tests are due.
enum NextTests {
    static func show(_ call: Call) async throws -> Answer<NextTestBody> {
        Answer(NextTestBody(try await call.tenancy.profiles.nextTest(of: call.id(), by: call.caller)))
    }

    static func set(_ call: Call) async throws -> Answer<NextTestBody> {
        let id: ProfileID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(NextTestRequest.self)
        let plan = body.plan(&faults)
        let set = try await call.tenancy.profiles.setNextTest(of: id, to: plan, found: faults, by: call.caller)
        return Answer(NextTestBody(set))
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.profiles.removeNextTest(of: call.id(), by: call.caller)
        return .noContent
    }
}

extension NextTestBody {
    fileprivate init(_ view: NextTestView) { self.init(view.test, dueOn: view.dueOn) }
}

extension NextTestRequest {
    /// - Returns: nil if it is neither an interval nor a date, which is recorded.
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
