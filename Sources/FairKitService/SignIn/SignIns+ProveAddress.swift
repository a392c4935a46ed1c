package import FairKitCore
import FairKitStore
import KeyRing

/// A person who registers proves their address by the code of the mail. See decision 0161.
extension SignIns {
    private static let provenAddresses = "proven addresses"

    /// Takes the code. It is used up, and the mail is not.
    ///
    /// - Parameter asked: the mails that this person has asked for, the newest first.
    /// - Returns: what stands for the secret of the mail's link from now on.
    package func proveAddress(
        by code: ContactCode, of asked: [InvitationID], from origin: Origin
    ) async throws(ChoosePasswordFailure) -> String {
        let now = tenant.now()
        let tried: [(id: InvitationID, digest: [UInt8])]
        do {
            tried = try asked.prefix(ContactCode.mostToAddress).map { (id) throws(KeyError) in
                (id, try tenant.store.digest(of: code, for: id))
            }
        } catch { throw .key(error) }
        let proven: InvitationID?
        do {
            // Counted, checked and used in one transaction, so that parallel attempts gain nothing.
            proven = try await tenant.store.write { (tx) throws(DatabaseError) in
                for (id, digest) in tried {
                    guard try tx.tryCode(of: id, digest: digest, at: now) == true else { continue }
                    if try tx.confirmation(id, at: now) != nil { return id }
                }
                try tx.record(origin.entry(.registrationAsked, nil, outcome: .failed, at: now))
                return nil
            }
        } catch { throw .store(error) }
        guard let proven else { throw .unknown }
        do { return try tenant.cursors.seal("\(proven)", of: SignIns.provenAddresses) } catch {
            guard case .key(let error) = error else { throw .unknown }
            throw .key(error)
        }
    }

    /// The mail whose code was typed; nil: the text does not stand for one.
    func provenAddress(_ text: String) throws(ChoosePasswordFailure) -> InvitationID? {
        do { return InvitationID(try tenant.cursors.open(text, of: SignIns.provenAddresses)) } catch {
            guard case .key(let error) = error else { return nil }
            throw .key(error)
        }
    }
}
