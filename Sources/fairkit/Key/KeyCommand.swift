import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials

/// `fairkit key …`: API keys.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make and revoke API keys.", subcommands: [Create.self, Revoke.self])

    /// `fairkit key create`
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an API key. It is shown once.",
            discussion: """
                Examples:
                  fairkit key create --data DIR --role clinician --name "Dr. Wanjiru"
                  fairkit key create --data DIR --role laboratory --laboratory "Nairobi Central" --name "analyser 1"
                  fairkit key create --data DIR --role patient --profile 0193… --name "phone"
                """)

        @OptionGroup var options: StoreOptions

        @Option(help: "patient, laboratory, clinician, consumer or administrator.")
        var role: String

        @Option(help: "What the key is called in lists.")
        var name: String

        @Option(help: "Whose a patient's key is: the profile's id.")
        var profile: String?

        @Option(help: "Which laboratory's the key is, by name; a new name adds a laboratory.")
        var laboratory: String?

        @Flag(help: "Answer as JSON.")
        var json = false

        func run() async throws {
            let purpose = try purpose()
            let store = try options.settings().openStore()
            defer { store.close() }
            do {
                let (key, secret) = try await CreateKey(store: store, now: systemTime)(name: name, for: purpose)
                try show(key, secret)
            } catch let error as CreateKey.Failure {
                switch error {
                case .invalid(let invalid):
                    throw Refusal(
                        invalid.fields.map { "\($0.pointer.dropFirst()): \($0.detail)" }.joined(separator: "\n"))
                case .profileUnknown: throw Refusal("There is no profile of this id.")
                case .key(let error): throw error
                case .store(let error): throw Refusal("Nothing was stored: \(error).")
                }
            }
        }

        func validate() throws {
            _ = try purpose()
        }

        private func purpose() throws -> CreateKey.Purpose {
            guard let role = RoleName(rawValue: role) else {
                let roles = RoleName.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--role is one of: \(roles).")
            }
            guard profile == nil || role == .patient else { throw ValidationError("--profile is for patients' keys.") }
            guard laboratory == nil || role == .laboratory else {
                throw ValidationError("--laboratory is for laboratories' keys.")
            }
            switch role {
            case .patient:
                guard let id = profile.flatMap({ ProfileID($0) }) else {
                    throw ValidationError("A patient's key needs --profile, the id of a profile.")
                }
                return .patient(id)
            case .laboratory:
                guard let laboratory else { throw ValidationError("A laboratory's key needs --laboratory, its name.") }
                return .laboratory(laboratory)
            case .clinician: return .clinician
            case .consumer: return .consumer
            case .administrator: return .administrator
            }
        }

        private struct Made: Encodable {
            let id: String
            let key: String
            let role: String
        }

        private func show(_ key: APIKey, _ secret: APIKeySecret) throws {
            if json {
                print(try jsonLine(Made(id: "\(key.id)", key: secret.text, role: key.role.name.rawValue)))
            } else {
                print("id   \(key.id)\nkey  \(secret.text)")
                note("The key is shown this once. To end it: fairkit key revoke \(key.id)")
            }
        }
    }

    /// `fairkit key revoke`
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End an API key at once.",
            discussion: """
                Example:
                  fairkit key revoke --data DIR 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The key's id.")
        var id: String

        func run() async throws {
            guard let id = KeyID(id) else { throw ValidationError("The id is the one that key create printed.") }
            let store = try options.settings().openStore()
            defer { store.close() }
            do {
                try await RevokeKey(store: store, now: systemTime)(id)
            } catch {
                switch error {
                case .unknown: throw Refusal("There is no such key, or it was revoked before.")
                case .store(let error): throw Refusal("Nothing was changed: \(error).")
                }
            }
            note("revoked")
        }
    }
}

/// One line of JSON.
func jsonLine(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
