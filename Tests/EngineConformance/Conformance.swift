import Testing

/// A rule that every engine keeps. A test target of an engine runs them all.
package struct Conformance: Sendable, CustomTestStringConvertible {
    /// A sentence: what the engine does.
    package let testDescription: String
    /// Fails the current test if the engine does not keep the rule.
    package let check: @Sendable (any TestEngine) async throws -> Void

    init(_ sentence: String, _ check: @escaping @Sendable (any TestEngine) async throws -> Void) {
        testDescription = sentence
        self.check = check
    }

    package static let all =
        values + unexpectedValues + order + parameters + statements + manyStatements + queries + failures + savepoints
        + interruption
        + groups + jointWrites + closing + reading + readingThreads + longReads + observers + watching
}
