import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

extension Route {
    /// Laboratories.
    static let laboratories: [Route] = [
        .api(.get, "/laboratories", for: .readLaboratories, Laboratories.list),
        .api(.put, "/laboratories/{id}", for: .manageLaboratories, Laboratories.set),
    ]
}

/// Laboratories, and what reports print of them.
enum Laboratories {
    static func list(_ call: Call) async throws -> Answer<ListBody<LaboratoryBody>> {
        let (last, limit) = try call.page { LaboratoryID($0) }
        let page = try await call.tenancy.laboratories.list(after: last, limit: limit, by: call.caller)
        return try call.list(page) { LaboratoryBody($0) }
    }

    static func set(_ call: Call) async throws -> Answer<LaboratoryBody> {
        let id: LaboratoryID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(LaboratoryRequest.self)
        let details = LaboratoryDetails(
            address: body.address, phone: faults.readIfPresent(body.phone, phoneNumber), director: body.director)
        return Answer(
            LaboratoryBody(try await call.tenancy.laboratories.set(details, of: id, found: faults, by: call.caller)))
    }

    private static func phoneNumber(_ text: String) throws(Invalid) -> PhoneNumber {
        guard let number = PhoneNumber(typed: text) else {
            throw Invalid("/phone", "a number such as +254700000000 (E.164)")
        }
        return number
    }
}
