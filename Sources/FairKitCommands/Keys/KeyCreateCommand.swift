import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit key create`
struct KeyCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an API key. It is shown only once.",
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
        help:
            "patient, laboratory, clinician, consumer, administrator or app. An app's key gives no access without a signed-in user.",
        completion: .list(RoleName.ofKeys.map(\.rawValue)))
    var role: String

    @Option(help: "A name for the key, which lists show.")
    var name: String

    @Option(help: "For a patient's key: the id of the profile.")
    var profile: String?

    @Option(help: "For a laboratory's key: the name of the laboratory. A new name adds a laboratory.")
    var laboratory: String?

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "A scope that the key is limited to, such as results:read; repeat it for several. Without it: everything the role allows, now and in later versions.",
            valueName: "scope"),
        completion: .list(Scope.allCases.map(\.rawValue)))
    var scopes: [String] = []

    @Option(
        help: ArgumentHelp(
            "When the key expires: at the end of a day in UTC (2027-01-31), after a time (90d or 12h), or never; at most after ten years. Without it: after a year; the key of a consumer or an app, never.",
            valueName: "date|time|never"))
    var expires: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard let role = RoleName(rawValue: role), RoleName.ofKeys.contains(role) else {
            let roles = RoleName.ofKeys.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--role is one of: \(roles).")
        }
        guard profile == nil || role == .patient else { throw ValidationError("Only a patient's key has --profile.") }
        guard laboratory == nil || role == .laboratory else {
            throw ValidationError("Only a laboratory's key has --laboratory.")
        }
        guard role != .patient || profile.flatMap({ ProfileID($0) }) != nil else {
            throw ValidationError("A patient's key needs --profile with the id of a profile.")
        }
        guard role != .laboratory || laboratory != nil else {
            throw ValidationError("A laboratory's key needs --laboratory with the name of the laboratory.")
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
