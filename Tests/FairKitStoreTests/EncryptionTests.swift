import FairKitCore
import FairKitStore
import Foundation
import Relational
import Support
import Testing

@Suite(.onFiles) struct `A data directory` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `contains no unencrypted patient data, open or closed`() async throws {
        let profile = Example.profile(ProfileID(number: 3)) {
            $0.givenName = "MARKERGIVENNAME"
            $0.familyName = "MARKERFAMILYNAME"
            $0.email = "marker.address@example.org"
            $0.identifiers = [Identifier(system: "urn:marker:system", value: "MARKERIDENTIFIER")]
        }
        let open = try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1, of: Example.kit(1), reference: "MARKERREFERENCE")
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertProfile(profile)
                try tx.insertResult(result)
                try tx.raise(Example.alert(1, about: result), actor: Example.key)
            }
            return try scratch.files()
        }
        let closed = try scratch.files()
        #expect(open.keys.contains("tenants/default/health.db-wal"))
        let clear = [
            "MARKERGIVENNAME", "MARKERFAMILYNAME", "marker.address", "urn:marker:system", "MARKERIDENTIFIER",
            "MARKERREFERENCE", "FU-KIT-0000000001", "Africa/Nairobi", "CREATE TABLE", "result_version",
            "consumer_group", "SQLite format 3",
        ]
        for (name, data) in Array(open) + Array(closed) {
            for text in clear { #expect(data.range(of: Data(text.utf8)) == nil, "\(text) stands in \(name)") }
        }
    }
}
