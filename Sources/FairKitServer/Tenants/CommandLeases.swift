import FairKitCore
package import FairKitRuntime
package import FairKitStore

/// The leases of a command that opens a store itself, because the server of its directory does not run. It does no
/// background work of tenants. It records changes of tenants, unless a server of the database does that.
package struct CommandLeases: Sendable {
    /// nil: the data are this directory's own.
    package let leases: WorkLeases?
    private let control: Control
    private let server: ServerRecord?

    package init(_ installation: any Installation) async throws {
        (control, server) = (installation.control, installation.servingAs)
        leases = server.map { WorkLeases(of: $0.id, clock: ContinuousClock()) }
        guard let server, let leases else { return }
        let asked = leases.elapsed
        let held = try await control.write { (tx) throws(DatabaseError) in
            var change = LeaseChange()
            change.taken = [.list]
            return try tx.renewLeases(of: server, changing: change)
        }
        leases.learn(held.map { Set($0.map(\.work)) }, asked: asked)
    }

    /// Gives the leases back. If the database does not answer, they end by themselves.
    package func end() async {
        guard let server else { return }
        leases?.end()
        try? await control.write { (tx) throws(DatabaseError) in try tx.endLeases(of: server) }
    }
}
