package import FairKitCore
package import FairKitStore

/// Lets a laboratory compare the photo of a kit that could not be read with the code that was typed, and clear it.
package struct ReviewKit: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such kit, or no photo of it.
        case notFound
        case store(DatabaseError)
    }

    /// The grey copy that is kept for the review, a JPEG.
    package func photo(of id: KitID, by caller: Caller) async throws(Failure) -> [UInt8] {
        guard caller.subject.may(.reviewKits) else { throw .forbidden }
        let now = now()
        do {
            let found = try await store.read { (tx) throws(DatabaseError) in
                (photo: try tx.photo(of: id), owner: try tx.kit(id, in: .all)?.profileID)
            }
            if let photo = found.photo {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(caller.entry(.kitPhotoRead, id, about: found.owner, at: now))
                }
                return photo
            }
        } catch { throw .store(error) }
        throw .notFound
    }

    /// Notes that photo and code were compared, and deletes the copy.
    package func clear(_ id: KitID, by caller: Caller) async throws(Failure) -> ReadKits.Story {
        guard caller.subject.may(.reviewKits) else { throw .forbidden }
        let now = now()
        let story: ReadKits.Story?
        do {
            story = try await store.write { (tx) throws(DatabaseError) -> ReadKits.Story? in
                guard var kit = try tx.kit(id, in: caller.subject.kitScope(at: now)) else { return nil }
                if kit.needsReview {
                    kit.needsReview = false
                    try tx.update(kit)
                    try tx.deletePhoto(of: id)
                }
                try tx.record(caller.entry(.kitReviewed, id, about: kit.profileID, at: now))
                return ReadKits.Story(kit: kit, events: try tx.events(of: id))
            }
        } catch { throw .store(error) }
        guard let story else { throw .notFound }
        return story
    }
}
