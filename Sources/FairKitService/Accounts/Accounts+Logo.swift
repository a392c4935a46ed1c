package import FairKitCore
import FairKitStore
import KeyRing
import TextEncodings

extension Accounts {
    /// The tenant's logo, for everyone who signs in: pages show it to strangers, too.
    package func logo(by caller: Caller) async throws(Refusal<Never>) -> TenantLogo {
        try await tenant.read(nil, as: caller, isBrief: true) {
            (tx, _) throws(DatabaseError) -> Outcome<TenantLogo, Never> in
            try TenantLogo(in: tx).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Sets the tenant's logo. A confined worker cuts out the square in the middle and encodes it again, without metadata.
    package func setLogo(to file: [UInt8], by caller: Caller) async throws(Refusal<PhotoFailure>) {
        // Nothing is decoded for those who must not set it.
        try await tenant.permit(.changeLogo, to: caller, for: PhotoFailure.self)
        let picture: [UInt8]
        do {
            let portrait = try await tenant.workers.portrait(of: file, of: tenant.store.auditTenant)
            picture = portrait.large.count <= TenantLogo.mostBytes ? portrait.large : portrait.small
        } catch { throw .own(error) }
        guard picture.count <= TenantLogo.mostBytes else {
            throw .own(
                .picture(UnreadablePhoto(.tooManyBytes, "The logo has too many details. Send a plainer picture.")))
        }
        guard let digest = try? sha256(picture) else { throw .own(.worker(.unavailable)) }
        let mark = base64URL(digest.prefix(9))
        try await tenant.write(.changeLogo, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, PhotoFailure> in
            if try tx.setLogo(base64URL(picture), mark: mark) { grant.log(.settingChanged, "logo", about: nil) }
            return .success(())
        }
    }

    /// Removes the tenant's logo. Without one nothing changes.
    package func removeLogo(by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.changeLogo, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            if try tx.setLogo(nil, mark: nil) { grant.log(.settingChanged, "logo", about: nil) }
            return .success(())
        }
    }
}

extension SignIns {
    /// The tenant's logo, for its pages; nil: it has another mark. Then the picture is not read.
    package func logo(marked mark: String) async throws(Refusal<Never>) -> TenantLogo? {
        do {
            return try await tenant.store.read { (tx) throws(DatabaseError) -> TenantLogo? in
                guard try tx.logoMark() == mark else { return nil }
                return try TenantLogo(in: tx)
            }
        } catch { throw .store(error) }
    }
}

extension TenantLogo {
    fileprivate init?<Access>(in tx: borrowing Connection<Access>) throws(DatabaseError) {
        guard let mark = try tx.logoMark(), let jpeg = try tx.logo().flatMap({ bytes(base64URL: $0) }) else {
            return nil
        }
        self.init(jpeg: jpeg, mark: mark)
    }
}
