package import FairKitCore
import FairKitStore

extension Kits {
    /// The grey copy that is kept so that a laboratory can compare a photo that could not be read with the code that was typed, a JPEG; the patient
    /// sees their own as long as it is kept.
    package func photo(of id: KitID, by caller: Caller) async throws(Refusal<Never>) -> [UInt8] {
        try await tenant.read(.readKitPhoto, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<[UInt8], Never> in
            guard try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) != nil, let photo = try tx.photo(of: id)
            else { return .failure(.notFound) }
            grant.note(.kitPhotoRead, id, about: grant.record?.profile)
            return .success(photo)
        }
    }

    /// Notes that a registration was reviewed: photo and code were compared, or the kit is this patient's although its results came first. It
    /// deletes the copy, and gives those results to the patient.
    package func clear(_ id: KitID, by caller: Caller) async throws(Refusal<Never>) -> KitView {
        let (view, alerts) = try await tenant.write(.reviewKits, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<(KitView, [Band]), Never> in
            guard var kit = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            var alerts: [Band] = []
            if kit.needsReview {
                kit.needsReview = false
                if kit.resultsCameFirst, let patient = kit.profileID {
                    kit.resultsCameFirst = false
                    alerts = try tx.bindResults(to: &kit, of: patient, &grant)
                }
                try tx.update(kit, at: grant.now)
                try tx.deletePhoto(of: id)
            }
            grant.note(.kitReviewed, id, about: kit.profileID)
            return .success((try tx.view(of: kit, for: grant), alerts))
        }
        tenant.bell.ring(for: alerts)
        return view
    }
}
