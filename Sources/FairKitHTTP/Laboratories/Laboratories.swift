import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

extension Route {
    /// Laboratories.
    static let laboratories: [Route] = [
        .api(.get, "/laboratories", for: .readLaboratories, Laboratories.list),
        .api(.put, "/laboratories/{id}", for: .manageLaboratories, Laboratories.set),
    ]
}

/// Laboratories, and what reports print of them.
enum Laboratories {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<LaboratoryBody>> {
        let (last, limit) = try Query.page(request, context) { LaboratoryID($0) }
        let page = try await context.tenancy.laboratories.list(after: last, limit: limit, by: try context.caller)
        return Answer(
            ListBody(items: page.items.map { LaboratoryBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func set(_ request: Request, _ context: FairKitContext) async throws -> Answer<LaboratoryBody> {
        let caller = try context.caller
        let id = try context.id("id", of: LaboratoryID.self) { LaboratoryID($0) }
        var faults = Faults()
        let body = try await request.json(LaboratoryRequest.self, context, noting: &faults)
        let details = LaboratoryDetails(
            address: body.address, phone: faults.readIfPresent(body.phone, phoneNumber), director: body.director)
        return Answer(
            LaboratoryBody(try await context.tenancy.laboratories.set(details, of: id, found: faults, by: caller)))
    }

    private static func phoneNumber(_ text: String) throws(Invalid) -> PhoneNumber {
        guard let number = PhoneNumber(typed: text) else {
            throw Invalid("/phone", "a number such as +254700000000 (E.164)")
        }
        return number
    }
}
