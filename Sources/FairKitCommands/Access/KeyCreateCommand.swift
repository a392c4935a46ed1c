import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit key create`
struct KeyCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an API key. It is shown once.",
        discussion: """
            Examples:
              fairkit key create --role clinician --name "Dr. Wanjiru"
              fairkit key create --role laboratory --laboratory "Nairobi Central" \\
                --name "analyser 1"
              fairkit key create --role patient --profile 0193… --name "phone"
              fairkit key create --role app --name "the clinic's app"
              fairkit key create --role clinician --scope alerts:consume \\
                --expires 90d --name "pager"
              fairkit key create --role administrator --scope metrics:read \\
                --expires 2027-01-31 --name "Prometheus"
              fairkit key create --role laboratory --laboratory "Nairobi Central" \\
                --expires never --name "analyser 2"
            """)

    @OptionGroup var options: StoreOptions

    @Option(
        help: "patient, laboratory, clinician, consumer, administrator, or app: that opens nothing by itself.",
        completion: .list(RoleName.ofKeys.map(\.rawValue)))
    var role: String

    @Option(help: "What the key is called in lists.")
    var name: String

    @Option(help: "Whose a patient's key is: the profile's id.")
    var profile: String?

    @Option(help: "Which laboratory's the key is, by name; a new name adds a laboratory.")
    var laboratory: String?

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "What of the role's the key is for, such as results:read; once for each. Without it: all that the role may do, and will.",
            valueName: "scope"),
        completion: .list(Scope.allCases.map(\.rawValue)))
    var scopes: [String] = []

    @Option(
        help: ArgumentHelp(
            "When the key ends by itself: at the end of a day in UTC, 2027-01-31, after a time, 90d or 12h, or never; ten years at most. Without it: after a year, and a consumer's and an app's never.",
            valueName: "date|time|never"))
    var expires: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard let role = RoleName(rawValue: role), RoleName.ofKeys.contains(role) else {
            let roles = RoleName.ofKeys.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--role is one of: \(roles).")
        }
        guard profile == nil || role == .patient else { throw ValidationError("--profile is for patients' keys.") }
        guard laboratory == nil || role == .laboratory else {
            throw ValidationError("--laboratory is for laboratories' keys.")
        }
        guard role != .patient || profile.flatMap({ ProfileID($0) }) != nil else {
            throw ValidationError("A patient's key needs --profile, the id of a profile.")
        }
        guard role != .laboratory || laboratory != nil else {
            throw ValidationError("A laboratory's key needs --laboratory, its name.")
        }
        guard scopes.allSatisfy({ Scope(rawValue: $0) != nil }) else {
            throw ValidationError("--scope is one of: \(Scope.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        _ = try KeyLife(expires)
    }

    func run() async throws {
        let life = try KeyLife(expires)
        let body = KeyRequest(
            name: name, role: role, profileId: profile, laboratory: laboratory, scopes: scopes.isEmpty ? nil : scopes,
            expiresAt: life.end, expiresInSeconds: life.secondsFromNow, neverExpires: life.never)
        let reply = try await options.settings().withServer { try await $0.post(KeyCommand.path, json: body) }
        try reply.decode(MadeKeyBody.self).show(reply, json: json)
    }
}
