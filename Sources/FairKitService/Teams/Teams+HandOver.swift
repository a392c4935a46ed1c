package import FairKitCore
import FairKitStore

/// A member hands a shift of their own to a colleague of the team, and takes it back, without an administrator. See decision
/// 0163.
extension Teams {
    /// Puts a colleague on call instead of the caller, for a time that is the caller's own.
    ///
    /// - Parameter start: a time that has passed is now.
    package func handOver(
        from start: Timestamp, until end: Timestamp, of name: String, to colleague: AccountID, note: String?,
        by caller: Caller
    ) async throws(Refusal<HandoverFault>) -> OnCallOverride {
        try await tenant.write(.handOverShift, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<OnCallOverride, HandoverFault> in
            guard let own = grant.subject.account, let team = try tx.team(named: name) else {
                return .failure(.notFound)
            }
            let members = try tx.members(of: team.id)
            let override = OnCallOverride(
                id: .new(at: grant.now), member: colleague, replaces: own, from: max(start, grant.now), until: end,
                note: note, madeBy: grant.subject.id, madeAt: grant.now)
            var faults = Faults()
            override.check(&faults, at: grant.now)
            _ = try Teams.overrides(of: team, &faults, at: grant.now, in: tx)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            let roster = try Teams.roster(of: team, members, after: grant.now, zones: zones, in: tx)
            if let fault = roster.fault(handing: override.from..<end, of: own, to: colleague) { return .own(fault) }
            try tx.insertOverride(override, of: team.id)
            try Teams.logOverride(override, of: team, members, isAdded: true, &grant, in: tx)
            return .success(override)
        }
    }

    /// Takes a shift back that the caller handed over, if it is still their shift.
    package func takeBack(
        _ id: OnCallOverrideID, from name: String, by caller: Caller
    ) async throws(Refusal<HandoverFault>) {
        try await tenant.write(.handOverShift, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Void, HandoverFault> in
            guard let own = grant.subject.account, let team = try tx.team(named: name),
                let override = try tx.override(id, of: team.id), override.isHandedOver(by: own)
            else { return .failure(.notFound) }
            guard override.until > grant.now else { return .success(()) }
            let members = try tx.members(of: team.id)
            let roster = try Teams.roster(of: team, members, after: grant.now, zones: zones, in: tx)
            let left = max(override.from, grant.now)..<override.until
            guard roster.isShift(of: own, left, without: id) else { return .own(.notOwn) }
            try tx.removeOverride(id)
            try Teams.logOverride(override, of: team, members, isAdded: false, &grant, in: tx)
            return .success(())
        }
    }
}

extension OnCallOverride {
    /// Whether a member handed their own shift over by it.
    package func isHandedOver(by account: AccountID) -> Bool { replaces == account && madeBy.uuid == account.uuid }
}
