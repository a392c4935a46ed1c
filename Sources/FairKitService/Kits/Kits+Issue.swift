package import FairKitCore
import FairKitStore
package import KeyRing

/// The kits to issue.
package enum KitBatch: Sendable {
    /// These codes, as printed.
    case codes([String])
    /// This many new codes.
    case new(Int)

    /// A transaction touches at most 300 rows: per kit its row, its event and its logistics.
    package static let sizes = 1...100
}

/// The outcome for one code of a batch.
package enum IssuedKit: Sendable {
    /// - Parameter secret: the activation secret, shown only once; nil: the kit has none, or the request is a
    ///   repetition.
    case created(Kit, secret: ActivationSecret?)
    /// The kit was issued before, and is now shipped.
    case advanced(Kit)
    /// The kit is already in this state or beyond.
    case unchanged(Kit)
    case malformed(String, KitCode.Malformed)
    /// The kit has reached a final state.
    case closed(Kit)
}

/// Why no kits were issued.
package enum IssueKitsFailure: Error {
    case key(KeyError)
}

extension Kits {
    /// Adds kits before they are registered, as issued or shipped. Works in batches, with an outcome for each code.
    ///
    /// - Parameters:
    ///   - shipped: whether the kits are on their way; otherwise they are issued.
    ///   - withSecrets: whether each new kit gets an activation secret, which its registration then requires.
    ///   - laboratory: the name of the laboratory for new kits; nil: none.
    ///   - useBy: the last day on which new kits may be used; nil: unlimited.
    ///   - issuedOn: the day on which the kits were handed out, if that was before FairKit was told so.
    package func issue(
        _ batch: KitBatch, shipped: Bool, withSecrets: Bool = false, laboratory: String? = nil,
        useBy: CalendarDate? = nil, issuedOn: CalendarDate? = nil, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<IssueKitsFailure>) -> Creation<[IssuedKit]> {
        var faults = faults
        faults.require(KitBatch.sizes.contains(batch.count), batch.pointer, "1 to 100 kits at once")
        try faults.refuse(for: IssueKitsFailure.self)
        let status: KitStatus = shipped ? .shipped : .issued
        let candidates = try candidates(for: batch, withSecrets: withSecrets, at: tenant.now())
        return try await tenant.write(.issueKits, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Creation<[IssuedKit]>, IssueKitsFailure> in
            switch try tx.made(under: grant.repetition, of: Kit.self, at: grant.now) {
            case .nothing: break
            case .other: return .failure(.idempotency(.reused))
            case .made(let ids, _): return .success(.before(try EarlierBatch(ids).outcomes(of: batch, in: tx)))
            }
            if let useBy, useBy < grant.now.dayEverywhere {
                return .failure(.invalid(Invalid("/useBy", "today or later")))
            }
            if let issuedOn, issuedOn > grant.now.date().adding(days: 1) {
                return .failure(.invalid(Invalid("/issuedOn", "today or earlier")))
            }
            var logistics = KitLogistics(useBy: useBy, issuedOn: issuedOn)
            switch try Kits.laboratoryID(named: laboratory, in: tx) as Outcome<LaboratoryID?, IssueKitsFailure> {
            case .failure(let refusal): return .failure(refusal)
            case .success(let id): logistics.laboratoryID = id
            }
            var outcomes: [IssuedKit] = []
            for candidate in candidates where outcomes.count < batch.count {
                // A random code may belong to an existing kit.
                if case .new = batch, try candidate.isTaken(in: tx) { continue }
                let outcome = try candidate.issue(as: status, in: tx, by: caller, at: grant.now)
                if case .created(let kit, _) = outcome, !logistics.isEmpty {
                    if let laboratory = logistics.laboratoryID { try Kits.keepInHand(of: laboratory, &grant, in: tx) }
                    try tx.setKitLogistics(logistics, of: kit.id, isOpen: true, at: grant.now)
                } else if let kit = outcome.standing, let issuedOn {
                    try Kits.nameDayOfIssue(issuedOn, of: kit, at: grant.now, in: tx)
                }
                outcomes.append(outcome)
            }
            try tx.remember(grant.repetition, made: EarlierBatch(outcomes).ids, at: grant.now)
            grant.log(.kitIssued, nil, about: nil)
            return .success(.now(outcomes))
        }
    }

    private func candidates(
        for batch: KitBatch, withSecrets: Bool, at now: Timestamp
    ) throws(Refusal<IssueKitsFailure>) -> [Candidate] {
        let texts =
            switch batch {
            case .codes(let texts): texts
            case .new(let count):
                // Some spare codes: few are taken, and one in eighteen has a check character that looks like a digit.
                (0..<2 * count + 8).compactMap { _ in
                    KitCode(number: draw()).flatMap { $0.readsAmbiguously ? nil : "\($0)" }
                }
            }
        do {
            return try texts.map { text throws(KeyError) in
                Candidate(
                    text: text, id: .new(at: now), activation: withSecrets ? try activation(of: text) : nil)
            }
        } catch { throw .own(.key(error)) }
    }

    /// Generates an activation secret; nil if the text is not a kit code.
    private func activation(of text: String) throws(KeyError) -> Activation? {
        guard let code = try? KitCode(typed: text),
            let secret = ActivationSecret(bytes: try randomBytes(ActivationSecret.length))
        else { return nil }
        return Activation(secret: secret, digest: try tenant.store.digest(of: secret, of: code))
    }
}

/// An activation secret, and the digest that is stored for it.
private struct Activation: Sendable {
    let secret: ActivationSecret
    let digest: [UInt8]
}

extension KitBatch {
    fileprivate var count: Int {
        switch self {
        case .codes(let texts): texts.count
        case .new(let count): count
        }
    }

    fileprivate var pointer: String {
        switch self {
        case .codes: "/codes"
        case .new: "/count"
        }
    }
}

extension Kits {
    /// Records that a kit that stands in the books was handed out earlier.
    fileprivate static func nameDayOfIssue(
        _ day: CalendarDate, of kit: Kit, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        if let known = try tx.dayOfIssue(of: kit.id), known <= day { return }
        var logistics = try tx.logistics(of: kit.id)
        logistics.issuedOn = day
        try tx.setKitLogistics(logistics, of: kit.id, isOpen: kit.status.endsByItself, at: now)
    }
}

extension IssuedKit {
    /// A kit that was there before.
    fileprivate var standing: Kit? {
        switch self {
        case .advanced(let kit), .unchanged(let kit): kit
        case .created, .closed, .malformed: nil
        }
    }

    /// The kit, if there is one.
    package var kit: Kit? {
        switch self {
        case .created(let kit, _), .advanced(let kit), .unchanged(let kit), .closed(let kit): kit
        case .malformed: nil
        }
    }
}

/// A code to issue, with the id for its kit if it is new.
private struct Candidate: Sendable {
    let text: String
    let id: KitID
    /// nil: the kit gets no activation secret.
    let activation: Activation?

    func isTaken(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        guard let code = try? KitCode(typed: text) else { return false }
        return try tx.kit(code) != nil
    }

    func issue(
        as status: KitStatus, in tx: borrowing WriteTransaction, by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) -> IssuedKit {
        let code: KitCode
        do { code = try KitCode(typed: text) } catch { return .malformed(text, error) }
        func step(_ status: KitStatus, implied: Bool) -> KitEvent {
            KitEvent(status: status, at: now, actor: caller.subject.id, implied: implied)
        }
        guard var kit = try tx.kit(code) else {
            let kit = Kit(
                id: id, code: code, status: status, profileID: nil, registeredAt: nil, sendBy: nil, readFrom: nil,
                needsReview: false)
            try tx.insertKit(kit, secretDigest: activation?.digest, at: now)
            try tx.appendKitEvent(step(status, implied: false), to: id)
            return .created(kit, secret: activation?.secret)
        }
        guard !kit.status.isOver else { return .closed(kit) }
        guard kit.status == .issued, status == .shipped else { return .unchanged(kit) }
        kit.status = .shipped
        try tx.updateKit(kit, at: now)
        try tx.appendKitEvent(step(.shipped, implied: false), to: kit.id)
        return .advanced(kit)
    }
}
