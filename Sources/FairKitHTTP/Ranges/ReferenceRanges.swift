import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// Reference ranges, by which levels are interpreted.
enum ReferenceRanges {
    static func list(_ call: Call) async throws -> Answer<ListBody<ReferenceRangeBody>> {
        let (start, limit) = try call.page { Int($0) }
        let page = try await call.tenancy.ranges.list(before: start, limit: limit, by: call.caller)
        return try call.list(page) { ReferenceRangeBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<ReferenceRangeBody> {
        let view = try await call.tenancy.ranges.show(try call.rangeNumber, by: call.caller)
        return Answer(ReferenceRangeBody(view))
    }

    static func add(_ call: Call) async throws -> Answer<AddedRangeBody> {
        let isRehearsal = try call.query(["dryRun"]) { $0.isSet("dryRun") }
        var (body, caller, faults) = try await call.showing(ReferenceRangeRequest.self)
        let range = body.range(&faults)
        if isRehearsal {
            let effect = try await call.tenancy.ranges.rehearse(
                range, laboratory: body.laboratory, found: faults, by: caller)
            return Answer(.rehearsed(RangeEffectBody(effect)))
        }
        let view = try await call.tenancy.ranges.add(range, laboratory: body.laboratory, found: faults, by: caller)
        return Answer(created: .added(ReferenceRangeBody(view)), at: "/api/v1/reference-ranges/\(view.range.number)")
    }

    static func end(_ call: Call) async throws -> Answer<ReferenceRangeBody> {
        let number = try call.rangeNumber
        var (body, caller, faults) = try await call.showing(RangeEndRequest.self)
        let day = faults.readIfPresent(body.on) { (text) throws(Invalid) in try CalendarDate(text, at: "/on") }
        let view = try await call.tenancy.ranges.end(number, on: day, found: faults, by: caller)
        return Answer(ReferenceRangeBody(view))
    }
}

extension Call {
    /// The number of a range in the path. A malformed one is not found.
    fileprivate var rangeNumber: Int {
        get throws(Problem) {
            try parameter("number") { text in Int(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil } }
        }
    }
}

extension ReferenceRangeBody {
    init(_ view: RangeView) { self.init(view.range, laboratory: view.laboratory) }
}

extension RangeEffectBody {
    fileprivate init(_ effect: RangeEffect) {
        let flags = effect.counts?.changes.map {
            Change(from: $0.from.rawValue, to: $0.to.rawValue, count: $0.count)
        }
        self.init(
            results: effect.counts?.results, flags: flags, alertsRaised: effect.counts?.raised,
            alertsLapsed: effect.counts?.lapsed, isPartial: effect.isPartial)
    }
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
