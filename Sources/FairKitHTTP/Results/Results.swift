import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import Hummingbird

/// Results: posted and corrected by laboratories, read by whom they concern.
enum Results {
    static func record(_ request: Request, _ context: FairKitContext) async throws -> Answer<ResultBody> {
        let (body, caller) = try await request.keyedJSON(ResultRequest.self, for: .results, context)
        let made = try await context.tenancy.results.record(try body.report(), by: caller)
        let result = ResultBody(made.value.result)
        var answer = Answer(made: made, by: caller, result, at: "/api/v1/results/\(result.id)")
        switch made.value {
        case .recorded: break
        case .unmatched, .held: answer.status = .accepted
        // The laboratory had sent it under another key, or none.
        case .repeated: answer = Answer(result)
        }
        return answer
    }

    static func correct(_ request: Request, _ context: FairKitContext) async throws -> Answer<ResultBody> {
        let id = try context.id("id", of: ResultID.self) { ResultID($0) }
        let expected = try request.expectedVersion
        let (body, caller) = try await request.keyedJSON(Correction.self, for: .corrections, of: id, context)
        let made = try await context.tenancy.results.correct(id, try body.correction(expected: expected), by: caller)
        return Answer(made: made, by: caller, ResultBody(made.value), at: "/api/v1/results/\(id)")
    }

    /// Its laboratory has confirmed a result that was held.
    static func release(_ request: Request, _ context: FairKitContext) async throws -> Answer<ResultBody> {
        let id = try context.id("id", of: ResultID.self) { ResultID($0) }
        return Answer(ResultBody(try await context.tenancy.results.release(id, by: try context.caller)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<ResultBody> {
        let id = try context.id("id", of: ResultID.self) { ResultID($0) }
        let result = try await context.tenancy.results.show(id, by: try context.caller)
        var answer = Answer(ResultBody(result))
        answer.headers[.eTag] = "\"\(result.current.number)\""
        return answer
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<ResultBody>> {
        let query = try Query(request, ["from", "to", "flag", "status", "patientId", "unmatched", "held"])
        var filter = ResultFilter()
        filter.from = try query.value("from") { CalendarDate($0) }
        filter.to = try query.value("to") { CalendarDate($0) }
        filter.flag = try query.value("flag") { AbnormalFlag(rawValue: $0) }
        filter.status = try query.value("status") { ResultStatus(rawValue: $0) }
        filter.profileID = try query.value("patientId") { ProfileID($0) }
        filter.isUnmatched = try query.value("unmatched") { Bool($0) } ?? false
        filter.isHeld = try query.value("held") { Bool($0) } ?? false
        let page = try await context.tenancy.results.list(
            filter, after: try query.cursor(context) { ResultCursor($0) }, limit: try query.limit,
            by: try context.caller)
        return Answer(ListBody(items: page.items.map { ResultBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    private struct Correction: Decodable {
        let reason: String
        let status: String?
        let testDate: String?
        let level: LevelBody?
        let genotype: String?
        let method: String?
        let range: RangeBody?

        func correction(expected: Int?) throws(Invalid) -> ResultCorrection {
            let status = try status.map { text throws(Invalid) in try ResultStatus(text, at: "/status") }
            return ResultCorrection(
                reason: reason, status: status ?? .corrected,
                testDate: try testDate.map { text throws(Invalid) in try CalendarDate(text, at: "/testDate") },
                level: try level.map { level throws(Invalid) in try level.level(at: "/level") },
                genotype: try genotype.map { text throws(Invalid) in try Genotype(text, at: "/genotype") },
                method: method, range: try range.map { range throws(Invalid) in try range.range(at: "/range") },
                expectedVersion: expected)
        }
    }
}

extension ResultRequest {
    fileprivate func report() throws(Invalid) -> ResultReport {
        let status = try status.map { text throws(Invalid) in try ResultStatus(text, at: "/status") }
        let findings = Findings(
            testDate: try CalendarDate(testDate, at: "/testDate"), level: try level.level(at: "/level"),
            genotype: try genotype.map { text throws(Invalid) in try Genotype(text, at: "/genotype") },
            method: method, reportedRange: try range.map { range throws(Invalid) in try range.range(at: "/range") })
        return ResultReport(
            reference: reference, kitCode: kitCode, status: status ?? .final, findings: findings)
    }
}

extension ResultStatus {
    fileprivate init(_ text: String, at pointer: String) throws(Invalid) {
        guard let status = ResultStatus(rawValue: text) else { throw Invalid(pointer, "a status that exists") }
        self = status
    }
}
