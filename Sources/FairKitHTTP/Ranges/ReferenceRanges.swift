import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Reference ranges, by which levels are interpreted.
enum ReferenceRanges {
    static func list(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<ListBody<ReferenceRangeBody>> {
        let (start, limit) = try Query.page(request, context) { Int($0) }
        let page = try await context.tenancy.ranges.list(before: start, limit: limit, by: try context.caller)
        return Answer(
            ListBody(items: page.items.map { ReferenceRangeBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<ReferenceRangeBody> {
        let view = try await context.tenancy.ranges.show(try context.rangeNumber, by: try context.caller)
        return Answer(ReferenceRangeBody(view))
    }

    static func add(_ request: Request, _ context: FairKitContext) async throws -> Answer<ReferenceRangeBody> {
        var faults = Faults()
        let (body, caller) = try await context.showing(ReferenceRangeRequest.self, in: request, noting: &faults)
        let range = body.range(&faults)
        let view = try await context.tenancy.ranges.add(
            range, laboratory: body.laboratory, found: faults, by: caller)
        return Answer(created: ReferenceRangeBody(view), at: "/api/v1/reference-ranges/\(view.range.number)")
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> Answer<ReferenceRangeBody> {
        let number = try context.rangeNumber
        var faults = Faults()
        let (body, caller) = try await context.showing(RangeEndRequest.self, in: request, noting: &faults)
        let day = faults.readIfPresent(body.on) { (text) throws(Invalid) in try CalendarDate(text, at: "/on") }
        let view = try await context.tenancy.ranges.end(number, on: day, found: faults, by: caller)
        return Answer(ReferenceRangeBody(view))
    }
}

extension FairKitContext {
    /// The number of a range in the path. A malformed one is not found.
    fileprivate var rangeNumber: Int {
        get throws(Problem) {
            guard let text = parameters.get("number"), let number = Int(text), number > 0, "\(number)" == text else {
                throw Problem.notFound
            }
            return number
        }
    }
}

extension ReferenceRangeBody {
    init(_ view: RangeView) { self.init(view.range, laboratory: view.laboratory) }
}

extension ReferenceRangeRequest {
    fileprivate func range(_ faults: inout Faults) -> ReferenceRange {
        let limits = RangeBody(low: low, high: high).range(at: "", &faults)
        return ReferenceRange(
            unit: faults.unit(unit, at: "/unit"), low: limits.low, high: limits.high,
            criticalMultiple: criticalMultiple.map { faults.thousandths($0, at: "/criticalMultiple") }
                ?? ReferenceRange.standardMultiple,
            laboratoryID: nil, method: method, fromAge: fromAge, toAge: toAge,
            sex: faults.readIfPresent(sex) { (text) throws(Invalid) in
                guard let sex = AdministrativeSex(rawValue: text) else { throw Invalid("/sex", "female or male") }
                return sex
            },
            severeLimit: severeLimit.map { faults.thousandths($0, at: "/severeLimit") },
            validFrom: faults.date(validFrom, at: "/validFrom"))
    }
}
