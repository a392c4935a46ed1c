import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import Hummingbird

/// Results: reported and corrected by laboratories, read by patients and clinicians.
enum Results {
    static func record(_ call: Call) async throws -> Answer<ResultBody> {
        var (body, caller, faults, bytes) = try await call.keyedBody(ResultRequest.self, for: .results)
        let report = body.report(&faults) { $0.sent(in: bytes) }
        let made = try await call.tenancy.results.record(report, found: faults, by: caller)
        let result = ResultBody(made.value.result)
        var answer = Answer(made: made, by: caller, result, at: "/api/v1/results/\(result.id)")
        if case .repeated = made.value { answer = Answer(result) }
        answer.status = made.value.status
        return answer
    }

    /// The kits to which an unmatched result may belong.
    static func candidates(_ call: Call) async throws -> Answer<ListBody<KitBody>> {
        let id: ResultID = try call.id()
        try call.noQuery()
        guard let kits = try await call.tenancy.results.candidates(for: [id], by: call.caller)[id] else {
            throw Problem.notFound
        }
        return Answer(ListBody(all: kits.map { KitBody($0) }))
    }

    static func correct(_ call: Call) async throws -> Answer<CorrectedResultBody> {
        let id: ResultID = try call.id()
        let isRehearsal = try call.query(["dryRun"]) { $0.isSet("dryRun") }
        let expected = try call.request.precondition.versions
        var (body, caller, faults, bytes) = try await call.keyedBody(Correction.self, for: .corrections, of: id)
        let correction = body.correction(expected: expected, &faults) { $0.sent(in: bytes) }
        if isRehearsal {
            let effect = try await call.tenancy.results.rehearse(id, correction, found: faults, by: caller)
            return Answer(
                .rehearsed(
                    CorrectionEffectBody(
                        flag: effect.flag?.rawValue, heldFor: effect.hold?.rawValue, wouldAlert: effect.raisesAlert)))
        }
        let made = try await call.tenancy.results.correct(id, correction, found: faults, by: caller)
        return Answer(made: made, by: caller, .corrected(ResultBody(made.value)), at: "/api/v1/results/\(id)")
    }

    /// The laboratory has confirmed a held result.
    static func release(_ call: Call) async throws -> Answer<ResultBody> {
        let id: ResultID = try call.id()
        // The body is optional.
        let isAbsent =
            call.request.mediaType == nil && (call.request.headers[.contentLength] ?? "0") == "0"
            && call.request.headers[.transferEncoding] == nil
        var (body, faults): (ReleaseRequest?, Faults) = (nil, Faults())
        if !isAbsent { (body, faults) = try await call.jsonAndFaults(ReleaseRequest.self) }
        let level = faults.readBack(body?.value, body?.unit)
        let released = try await call.tenancy.results.release(
            id, expecting: call.request.precondition.versions, readBack: level, because: body?.reason, found: faults,
            by: call.caller)
        return Answer(ResultBody(released))
    }

    static func show(_ call: Call) async throws -> Answer<ResultBody> {
        let result = try await call.tenancy.results.show(call.id(), in: call.request.acceptedLanguage, by: call.caller)
        return Answer(ResultBody(result), version: result.current.number)
    }

    /// The patient has read a result.
    static func markRead(_ call: Call) async throws -> Answer<ResultBody> {
        let result = try await call.tenancy.results.markRead(
            call.id(), in: call.request.acceptedLanguage, by: call.caller)
        return Answer(ResultBody(result))
    }

    static func trend(_ call: Call) async throws -> Answer<TrendBody> {
        let id: ProfileID = try call.id()
        try call.noQuery()
        return Answer(TrendBody(try await call.tenancy.results.trend(of: id, by: call.caller)))
    }

    static func list(_ call: Call) async throws -> Answer<ResultListBody> {
        let wanted = try WantedMembers(call.request)
        let (filter, start, limit, counts) = try call.query(Query.ofResultPages) { query in
            let filter = query.results()
            let (start, limit) = try query.page(call) { ResultCursor($0, in: filter.order) }
            return (filter, start, limit, query.counts())
        }
        let page = try await call.tenancy.results.list(
            filter, after: start, limit: limit, counting: counts, converting: wanted.names("converted"),
            in: call.request.acceptedLanguage, by: call.caller)
        return Answer(
            ResultListBody(
                items: page.items.map { ResultBody($0, wanted.names) }, nextCursor: try call.cursor(page.next),
                total: page.total, withheld: page.withholding > 0 ? .init(patients: page.withholding) : nil))
    }

    private struct Correction: Decodable {
        let reason: String?
        let status: String?
        let testDate: String?
        let level: LevelBody?
        let withdrawLevel: Bool?
        let genotype: String?
        let phenotype: String?
        let method: String?
        let range: RangeBody?
        let interpretation: String?
        let sample: SampleBody?

        /// - Parameter sent: the values that were sent where the faults are.
        func correction(
            expected: Set<Int>?, _ faults: inout Faults, sent: (Faults) -> [String: String]
        ) -> ResultCorrection {
            let testDate = self.testDate.map { faults.date($0, at: "/testDate") }
            let level = self.level.map { $0.level(at: "/level", &faults) }
            let phenotype = faults.phenotype(self.phenotype, at: "/phenotype")
            let (genotype, status) = (faults.genotype(self.genotype, at: "/genotype"), faults.status(self.status))
            let range = self.range.map { $0.range(at: "/range", &faults) }
            let sample = self.sample?.sample(at: "/sample", &faults) ?? SampleFacts()
            return ResultCorrection(
                reason: reason, status: status ?? .corrected, testDate: testDate, level: level,
                withdrawsLevel: withdrawLevel ?? false, genotype: genotype, phenotype: phenotype, method: method,
                range: range, sample: sample, interpretation: interpretation?.withLineFeeds, expectedVersions: expected,
                sent: sent(faults))
        }
    }
}

extension Faults {
    /// The values of a JSON body where these faults are, by pointer.
    func sent(in json: [UInt8]) -> [String: String] {
        guard !isEmpty, let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(json)) else { return [:] }
        let found = fields.compactMap { field in tree.sent(at: field.pointer).map { (field.pointer, $0) } }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}
