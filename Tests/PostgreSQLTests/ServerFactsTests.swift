import PostgreSQL
import Relational
import Testing

@Suite struct `A database server` {
    private let good = ServerFacts(
        version: 150_018, encoding: "UTF8", hasChecksums: true, mendsPages: true, flushes: true,
        synchronousCommit: "on", namesStandbys: true, logsValues: false, mayMakeSchemas: true, mayTakeRights: false,
        keepsSchemas: false)

    @Test func `is accepted without a warning if it keeps what it answers`() {
        #expect(good.findings == [])
        for level in ["remote_apply", "remote_write"] {
            var facts = good
            facts.synchronousCommit = level
            #expect(facts.findings == [])
        }
    }

    @Test func `that waits for no standby may answer when its own disk has a commit`() {
        var facts = good
        (facts.synchronousCommit, facts.namesStandbys) = ("local", false)
        #expect(facts.findings == [])
    }

    @Test(arguments: ServerFinding.allCases)
    func `has a finding that says what to do`(finding: ServerFinding) {
        var facts = good
        switch finding {
        case .oldVersion: facts.version = 140_012
        case .encoding: facts.encoding = "LATIN1"
        case .flushing: facts.flushes = false
        case .commitBeforeDisk: facts.synchronousCommit = "off"
        case .commitBeforeStandby: facts.synchronousCommit = "local"
        case .rights: facts.mayMakeSchemas = false
        case .checksums: facts.hasChecksums = false
        case .tornPages: facts.mendsPages = false
        case .valuesInLog: facts.logsValues = true
        case .takesRights: facts.mayTakeRights = true
        case .schemasOnOneNode: facts.keepsSchemas = true
        }
        #expect(facts.findings == [finding])
        #expect(finding.description.hasSuffix("."))
        #expect(
            finding.isRefusal == ![.checksums, .tornPages, .valuesInLog, .takesRights, .schemasOnOneNode].contains(
                finding))
    }

    @Test func `tells its settings and the rights of the user`() throws {
        let store = try TestStore.shared.get()
        let session = try store.session()
        // The server of the tests keeps no checksums, and survives no power cut.
        let facts = try session.facts()
        // Up to PostgreSQL 15 its user may give itself the roles of the server.
        let rights: [ServerFinding] = facts.version < 160_000 ? [.takesRights] : []
        #expect(facts.findings == [.checksums, .tornPages] + rights)
        #expect(try store.administrator().facts().mayTakeRights)
        #expect(try !store.session(user: "weak").facts().mayTakeRights)
        try session.control("SET synchronous_commit = off")
        #expect(try session.facts().findings == [.commitBeforeDisk, .checksums, .tornPages] + rights)
        #expect(facts.version >= 150_000 && facts.encoding == "UTF8" && !facts.namesStandbys)
        #expect(try store.session(user: "weak").facts().findings.contains(.rights))
        #expect(try store.session(user: "weak", database: "weak").facts().findings.contains(.rights))
    }

    @Test(arguments: [
        ("log_statement = 'all'", true), ("log_statement = 'ddl'", false), ("log_min_duration_statement = 0", true),
        ("log_parameter_max_length_on_error = 64", true), ("log_error_verbosity = verbose", true),
        ("log_statement = 'mod'; SET log_parameter_max_length = 0", false),
    ])
    func `that writes values to its log is found`(setting: SQL, isFound: Bool) throws {
        let session = try TestStore.shared.get().administrator()
        #expect(try !session.facts().logsValues)
        try session.control("SET \(setting)")
        #expect(try session.facts().logsValues == isFound)
    }
}
