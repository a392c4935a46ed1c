import FairKitCore
import FairKitFrame
import FairKitStore
import Support
import Testing

/// The members that name a role, for a new key and for an invitation.
@Suite struct `A requested role` {
    /// - Returns: the pointer to what can't be taken; nil: it was made.
    private func refusal(_ json: String, at path: String, in scene: Scene) async throws -> String? {
        let reply = try await scene.post(path, as: .administrator, json: json)
        guard reply.status != 201 else { return nil }
        #expect(reply.status == 422, "\(reply.text)")
        return try reply.json["errors"]?.list?.first?["pointer"]?.text
    }

    private static let cases: [(String, String?)] = [
        (#""role": "clinician", "profileId": "PERSON""#, "/profileId"),
        (#""role": "clinician", "laboratory": "Nairobi""#, "/laboratory"),
        (#""role": "patient", "profileId": "PERSON", "laboratory": "Nairobi""#, "/laboratory"),
        (#""role": "laboratory", "laboratory": "Nairobi", "profileId": "PERSON""#, "/profileId"),
        (#""role": "administrator", "profileId": "x""#, "/profileId"),
        (#""role": "patient""#, "/profileId"), (#""role": "patient", "profileId": "x""#, "/profileId"),
        (#""role": "laboratory""#, "/laboratory"), (#""role": "nurse""#, "/role"),
        (#""role": "clinician", "profileId": null, "laboratory": null"#, nil),
        (#""role": "patient", "profileId": "PERSON""#, nil), (#""role": "laboratory", "laboratory": "Nairobi""#, nil),
    ]

    @Test(arguments: cases)
    func `is refused alike for invitations and keys`(members: String, pointer: String?) async throws {
        // On the machine, where no second administrator is needed.
        try await Scene.run(entrance: .machine) { scene in
            let json = #"{"email": "new@example.org", \#(members.replacing("PERSON", with: "\(scene.person)"))}"#
            let refused = try await refusal(json, at: "/api/v1/accounts/invitations", in: scene)
            #expect(refused == pointer)
            let mails = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.mails()
            }
            #expect(mails.count == (pointer == nil ? 1 : 0))
        }
        try await Scene.run(entrance: .machine) { scene in
            let json = #"{"name": "new", \#(members.replacing("PERSON", with: "\(scene.person)"))}"#
            let refused = try await refusal(json, at: "/api/v1/keys", in: scene)
            #expect(refused == pointer)
        }
    }

    @Test func `of a laboratory without a key adds it, and a key adds none`() async throws {
        let invitation = #"{"email": "new@example.org", "role": "laboratory", "laboratory": "Kisumu East"}"#
        try await Scene.run { scene in
            let byKey = try await scene.post("/api/v1/accounts/invitations", as: .administrator, json: invitation)
            #expect(byKey.status == 403)
        }
        try await Scene.run(entrance: .machine) { scene in
            let invited = try await scene.post("/api/v1/accounts/invitations", as: nil, json: invitation)
            #expect(invited.status == 201, "\(invited.text)")
            let again = invitation.replacing("new@", with: "other@")
            #expect(try await scene.post("/api/v1/accounts/invitations", as: nil, json: again).status == 201)
        }
    }

    @Test func `has to fit a person or a program`() async throws {
        try await Scene.run { scene in
            let json = #"{"email": "new@example.org", "role": "consumer"}"#
            let refused = try await refusal(json, at: "/api/v1/accounts/invitations", in: scene)
            #expect(refused == "/role")
        }
        try await Scene.run(entrance: .machine) { scene in
            let json = #"{"name": "new", "role": "coordinator"}"#
            let refused = try await refusal(json, at: "/api/v1/keys", in: scene)
            #expect(refused == "/role")
        }
    }
}
