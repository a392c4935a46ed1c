import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitService

/// `fairkit key rotate`
struct KeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace an API key by a new one; the old key stays valid for an overlap.",
        discussion: """
            The new key has the same name, role and scopes, and the same lifetime unless --expires is given. Both keys are valid until the \
            overlap ends.

            Examples:
              fairkit key rotate 0193…
              fairkit key rotate --overlap 0s 0193…
              fairkit key rotate --overlap 7d --expires 365d 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The key's id.")
    var id: String

    @Option(
        help: ArgumentHelp("How long the old key stays valid: 90s, 30m, 24h or 7d; at most 30d.", valueName: "time"))
    var overlap = "24h"

    @Option(
        help: ArgumentHelp(
            "When the new key expires: at the end of a day in UTC (2027-01-31), after a time (90d or 12h), or never.",
            valueName: "date|time|never"))
    var expires: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard KeyID(id) != nil else {
            throw ValidationError("This is not the id of a key. fairkit key list shows the ids.")
        }
        guard let seconds = seconds(in: overlap), .seconds(seconds) <= RotatedKey.longestOverlap else {
            throw ValidationError("--overlap is a time such as 90s, 30m, 24h or 7d; at most 30d.")
        }
        _ = try KeyLife(expires)
    }

    func run() async throws {
        let (path, life) = ("\(KeyCommand.path)/\(id)/rotate", try KeyLife(expires))
        let body = KeyRotationRequest(
            overlapSeconds: seconds(in: overlap) ?? 0, expiresAt: life.end, expiresInSeconds: life.secondsFromNow,
            neverExpires: life.never)
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        let made = try reply.decode(MadeKeyBody.self)
        made.show(reply, json: json)
        if let old = made.replaces, let end = old.revokedAt {
            note("The old key, \(old.id), expires at \(end).")
        }
    }
}

/// `90s`, `30m`, `24h`, `7d` in seconds; nil for anything else.
package func seconds(in text: String) -> Int? {
    let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[String($0)] }), let count = Int(text.dropLast()), count >= 0 else {
        return nil
    }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : seconds
}
