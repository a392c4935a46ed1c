import FoundationEssentials
package import Relational
package import Testing

/// Which engine has the stores of the tests. The variable `FAIRKIT_TEST_STORE` names it.
package enum TestEngine: String, Sendable {
    case files
    case postgres

    package static let current =
        ProcessInfo.processInfo.environment["FAIRKIT_TEST_STORE"].flatMap(TestEngine.init(rawValue:)) ?? .files

    /// How many steps a model of random operations takes: 20,000, or a tenth of them where each is a round trip to a server;
    /// `FAIRKIT_MODEL_STEPS` sets another number.
    package static let modelSteps =
        ProcessInfo.processInfo.environment["FAIRKIT_MODEL_STEPS"].flatMap { Int($0) }
        ?? (current == .files ? 20_000 : 2_000)

    /// The code of its error for a value that has to be unique.
    package var duplicate: String { self == .files ? "SQLite 2067" : "SQLSTATE 23505" }
}

extension Trait where Self == ConditionTrait {
    /// Skips what is about files, if the stores are in PostgreSQL. `Tests/only_on_files.txt` has the reason.
    package static var onFiles: Self {
        .disabled(if: TestEngine.current != .files, "It is about files: see Tests/only_on_files.txt.")
    }
}

extension DatabaseError {
    /// The engine's code of it.
    package var code: String? { if case .engine(let failure) = self { failure.code } else { nil } }
}
