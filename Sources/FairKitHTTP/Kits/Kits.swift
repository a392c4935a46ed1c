import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Kits: issued, listed, tracked, reviewed; registered by photo or code in `Kits+Register.swift`.
enum Kits {
    static func list(_ call: Call) async throws -> Answer<ListBody<KitBody>> {
        let (filter, start, limit, counts) = try call.query(Query.ofKits.union(["total"])) { query in
            let filter = query.kits()
            let (start, limit) = try query.page(call) { KitCursor($0) }
            return (filter, start, limit, query.counts())
        }
        let page = try await call.tenancy.kits.list(
            filter, after: start, limit: limit, counting: counts, by: call.caller)
        return Answer(
            ListBody(
                items: page.items.map { KitBody($0) }, nextCursor: try call.cursor(page.next), total: page.total))
    }

    static func show(_ call: Call) async throws -> Answer<KitBody> {
        Answer(KitBody(try await call.tenancy.kits.show(call.id(), by: call.caller)))
    }

    /// By code, which is sent in the body, so that no access log holds it.
    static func search(_ call: Call) async throws -> Answer<KitBody> {
        let code = try Faults().kitCode(try await call.json(KitSearchRequest.self).kitCode)
        return Answer(KitBody(try await call.tenancy.kits.find(code, by: call.caller)))
    }

    static func issue(_ call: Call) async throws -> Answer<KitBatchBody> {
        var (body, caller, faults) = try await call.keyed(KitBatchRequest.self, for: .kits)
        let (batch, isShipped) = (body.batch(&faults), body.isShipped(&faults))
        let made = try await call.tenancy.kits.issue(
            batch, shipped: isShipped, withSecrets: body.secrets ?? false, laboratory: body.laboratory,
            useBy: faults.readIfPresent(body.useBy) { day throws(Invalid) in try CalendarDate(day, at: "/useBy") },
            issuedOn: faults.readIfPresent(body.issuedOn) { day throws(Invalid) in
                try CalendarDate(day, at: "/issuedOn")
            }, found: faults, by: caller)
        var answer = Answer(KitBatchBody(items: made.value.map { KitBatchBody.Item($0) }))
        answer.mark(made, by: caller)
        return answer
    }

    static func report(_ call: Call) async throws -> Answer<KitBody> {
        let id: KitID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(KitStatusRequest.self)
        let status = faults.kitStatus(body.status)
        let shipment = KitShipment(carrier: body.carrier, trackingNumber: body.trackingNumber)
        return Answer(
            KitBody(
                try await call.tenancy.kits.advance(
                    id, to: status, reason: body.reason, shipment: shipment,
                    for: faults.readIfPresent(body.profileId) { (text) throws(Invalid) in
                        guard let id = ProfileID(text) else { throw Invalid("/profileId", "the id of a person") }
                        return id
                    }, found: faults, by: call.caller)))
    }

    /// By the code on the sample, since the kit need not be registered or issued.
    static func arrive(_ call: Call) async throws -> Answer<KitBody> {
        var (body, faults) = try await call.jsonAndFaults(KitArrivalRequest.self)
        return Answer(KitBody(try await call.tenancy.kits.arrive(try body.arrival(&faults), by: call.caller)))
    }

    static func takeBackArrival(_ call: Call) async throws -> Answer<KitBody> {
        let isRejection = try call.query(["rejected"]) { $0.isSet("rejected") }
        return Answer(
            KitBody(
                try await call.tenancy.kits.takeBackArrival(
                    call.id(), of: isRejection ? .rejected : .received, by: call.caller)))
    }

    static func assign(_ call: Call) async throws -> Answer<KitBody> {
        let id: KitID = try call.id()
        let body = try await call.json(KitAssignmentRequest.self)
        return Answer(KitBody(try await call.tenancy.kits.assign(id, to: body.laboratory, by: call.caller)))
    }

    static func photo(_ call: Call) async throws -> Response {
        let id: KitID = try call.id()
        let jpeg = try await call.tenancy.kits.photo(of: id, by: call.caller)
        return call.file(ByteBuffer(bytes: jpeg), "image/jpeg", "attachment; filename=\"fairkit-\(id).jpg\"")
    }

    static func review(_ call: Call) async throws -> Answer<KitBody> {
        Answer(KitBody(try await call.tenancy.kits.clear(call.id(), by: call.caller)))
    }
}

extension Query {
    /// The filters of a list of kits.
    static let ofKits: Set<Substring> = ["status", "needsReview", "profileId", "due", "overdue", "laboratory"]

    mutating func kits() -> KitFilter {
        KitFilter(
            status: word("status"), needsReview: bool("needsReview"), profileID: id("profileId"), due: word("due"),
            isOverdue: isSet("overdue"),
            laboratory: value("laboratory", "the name of a laboratory") { $0.isText(1...100) ? $0 : nil })
    }
}

extension Faults {
    /// A kit code in a body. A malformed one is a problem of its own only if nothing else is wrong.
    func kitCode(_ text: String) throws -> KitCode {
        do { return try KitCode(typed: text) } catch {
            guard !isEmpty else { throw error.problem(at: "/kitCode") }
            var faults = self
            faults.record("/kitCode", error.sentence)
            throw Invalid(faults.fields)
        }
    }

    mutating func kitStatus(_ text: String) -> KitStatus {
        let status = KitStatus(rawValue: text)
        require(status != nil, "/status", "a status that exists")
        return status ?? .received
    }
}
