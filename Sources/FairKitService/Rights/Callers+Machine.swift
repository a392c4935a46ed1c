package import FairKitCore
import FairKitStore

extension Callers {
    /// Gives a command on the server the role that it names.
    ///
    /// - Parameter role: `administrator`, `clinician`, `consumer`, `app`, `coordinator`, `patient;ID` or
    ///   `laboratory;NAME` with the name percent-encoded; nil: administrator.
    package func actOnMachine(as role: String?) async throws(MachineRoleFailure) -> Subject {
        Subject(.machine, role: try await self.role(role ?? RoleName.administrator.rawValue))
    }

    private func role(_ text: String) async throws(MachineRoleFailure) -> Role {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let bound = parts.count == 2 ? String(parts[1]) : nil
        switch (RoleName(rawValue: String(parts[0])), bound) {
        case (.administrator, nil): return .administrator
        case (.clinician, nil): return .clinician
        case (.consumer, nil): return .consumer
        case (.app, nil): return .app
        case (.coordinator, nil): return .coordinator
        case (.patient, let bound?):
            guard let id = ProfileID(bound) else { throw .malformed }
            let profile = try await read { (tx) throws(DatabaseError) in try tx.profile(id) }
            guard profile != nil else { throw .profileUnknown }
            return .patient(id)
        case (.laboratory, let bound?):
            guard let name = String(percentEncoded: bound) else { throw .malformed }
            let laboratory = try await read { (tx) throws(DatabaseError) in try tx.laboratory(named: name) }
            guard let laboratory else { throw .laboratoryUnknown }
            return .laboratory(laboratory.id)
        default: throw .malformed
        }
    }

    private func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(MachineRoleFailure) -> T {
        do { return try await tenant.store.read(body) } catch { throw .store(error) }
    }
}
