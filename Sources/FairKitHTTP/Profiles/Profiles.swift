import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// People.
enum Profiles {
    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<ProfileBody> {
        let (body, caller) = try await request.keyedJSON(ProfileBody.self, for: .profiles, context)
        let made = try await context.tenancy.profiles.create(try body.details(), by: caller)
        var answer = Answer(
            made: made, by: caller, ProfileBody(made.value), at: "/api/v1/profiles/\(made.id)")
        answer.headers[.eTag] = "\"\(made.version)\""
        return answer
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<SeenProfile> {
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let seen = try await context.tenancy.profiles.show(id, by: try context.caller)
        var answer = Answer(SeenProfile(seen))
        if !seen.isNameOnly { answer.headers[.eTag] = "\"\(seen.profile.version)\"" }
        return answer
    }

    /// A JSON merge patch (RFC 7396): what is null is taken away, what is not named stays.
    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<ProfileBody> {
        let caller = try context.caller
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        guard let expected = try request.expectedVersion else { throw Problem.preconditionRequired }
        let patch = try await request.json(JSONTree.self, context, or: "application/merge-patch+json")
        try ProfileBody.check(patch)
        let changed = try await context.tenancy.profiles.change(id, expectedVersion: expected, by: caller) {
            profile throws(Invalid) in
            try ProfileBody(profile).details(changedBy: patch)
        }
        return answer(changed)
    }

    private static func answer(_ profile: Profile) -> Answer<ProfileBody> {
        var answer = Answer(ProfileBody(profile))
        answer.headers[.eTag] = "\"\(profile.version)\""
        return answer
    }
}

extension VersionMismatch: ProblemConvertible {
    var problem: Problem { .versionMismatch(current) }
}
