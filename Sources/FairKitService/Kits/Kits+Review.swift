package import FairKitCore
import FairKitStore

extension Kits {
    /// The kept grey copy of a registration photo, as JPEG. A laboratory compares it with the typed code; the patient
    /// sees their own while it is kept.
    package func photo(of id: KitID, by caller: Caller) async throws(Refusal<Never>) -> [UInt8] {
        try await tenant.read(.readKitPhoto, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<[UInt8], Never> in
            guard try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) != nil, let photo = try tx.photo(of: id)
            else { return .failure(.notFound) }
            grant.log(.kitPhotoRead, id, about: grant.record?.profile)
            return .success(photo)
        }
    }

    /// Completes the review of a registration: photo and code match, or the kit belongs to this patient although
    /// results came first. Deletes the photo, and gives the results to the patient.
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
                    alerts = try Kits.bindResults(to: &kit, of: patient, &grant, in: tx)
                }
                try tx.updateKit(kit, at: grant.now)
                try tx.deletePhoto(of: id)
                try Kits.notifyStatus(of: kit, nil, at: grant.now, in: tx)
            }
            grant.log(.kitReviewed, id, about: kit.profileID)
            return .success((try Kits.view(of: kit, for: grant, in: tx), alerts))
        }
        tenant.waiters.wake(for: alerts)
        return view
    }
}
