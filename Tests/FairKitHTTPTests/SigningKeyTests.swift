import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitRuntime
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@Suite struct `A leaked signing key` {
    /// The control socket of an installation whose keys sign a scene's tokens.
    private func withOperator(
        of scene: Scene, _ body: @escaping @Sendable (TenantHouse, any TestClientProtocol) async throws -> Void
    ) async throws {
        let house = try await TenantHouse()
        let (control, signing, time) = (house.installation.control, scene.house.signing, scene.house.time)
        try await SigningKeyRotation(
            control: control, keys: signing, now: { time.now }, clock: StillClock(), logger: .quiet
        ).maintain()
        let tenants = house.tenants()
        let shared = SharedServices(
            operation: SharedServices.Operation(tenants, rotating: house.rotation(of: signing)),
            ready: { Readiness(isDiskFull: false) },
            enter: { _ throws(TenantFailure) in throw .unknown })
        try await Application(router: router(at: .machine, sharing: shared), logger: .quiet).test(.router) {
            try await body(house, $0)
        }
    }

    private func kids(_ scene: Scene) async throws -> [String] {
        let published = try await scene.get("/.well-known/jwks.json", as: nil)
        return try #require(try published.json["keys"]?.list).compactMap { $0["kid"]?.text }
    }

    @Test func `is refused once it is rotated, and sessions continue by refreshing`() async throws {
        try await Scene.run { scene in
            try await withOperator(of: scene) { house, client in
                let ada = try await scene.patient()
                #expect(try await scene.status(ada.accessToken) == 200)
                let old = try await kids(scene)
                #expect(old.count == 1)
                let rotated = try await client.execute(uri: "/local/signing-keys/rotate", method: .post) {
                    Scene.Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body))
                }
                #expect(rotated.status == 200)
                let new = try #require(try rotated.json["kid"]?.text)
                #expect(try rotated.json["dropped"]?.list?.compactMap(\.text) == old)
                #expect(try await kids(scene) == [new])
                #expect(try await scene.status(ada.accessToken) == 401)
                let refreshed = try await scene.post(
                    "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
                #expect(try await scene.status(try await scene.signedIn(ada.email, refreshed).accessToken) == 200)
                // The same after the next start.
                let stored = try await house.installation.control.read { (tx) throws(DatabaseError) in
                    try tx.signingKeys()
                }
                #expect(stored.map(\.id) == [new])
                #expect(try await entries(house) == ["signing-key.made", "signing-key.dropped", "signing-key.made"])
            }
        }
    }

    /// The entries about signing keys in the first tenant's audit log, oldest first.
    private func entries(_ house: TenantHouse) async throws -> [String] {
        let first = try await house.tenants().use(.standard)
        return try await first.store.read { (tx) throws(DatabaseError) in
            try tx.auditEntries(AuditFilter(), before: nil, limit: 100).items.map(\.entry.action.rawValue).filter {
                $0.hasPrefix("signing-key.")
            }.reversed()
        }
    }
}
