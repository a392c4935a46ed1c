import EngineConformance
import Testing

@Suite struct `PostgreSQL as an engine` {
    @Test(arguments: Conformance.all)
    func `keeps the rules of every engine`(rule: Conformance) async throws {
        try await rule.check(PostgresEngine())
    }
}
