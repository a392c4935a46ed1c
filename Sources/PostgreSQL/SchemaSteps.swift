package import Relational

/// The steps that make a schema and bring it up to date. The length is the schema's version, `schema_version` in its
/// table `head`.
package struct SchemaSteps: Sendable {
    /// The beginning of a new schema: the tables as the first steps of a file left them.
    let baseline: String
    /// For how many steps the baseline stands.
    let baselineVersion: Int
    /// The steps after them, as PostgreSQL reads them.
    let later: [Migration]

    /// The version that all steps lead to.
    package var newest: Int { baselineVersion + later.count }

    /// The oldest version that a schema can have.
    package var oldest: Int { baselineVersion }

    /// The same without the steps after a version; never less than the baseline.
    package func upTo(_ version: Int) -> SchemaSteps {
        SchemaSteps(
            baseline: baseline, baselineVersion: baselineVersion,
            later: Array(later.prefix(max(0, version - baselineVersion))))
    }

    private init(baseline: String, baselineVersion: Int, later: [Migration]) {
        self.baseline = baseline
        self.baselineVersion = baselineVersion
        self.later = later
    }

    /// - Parameters:
    ///   - baseline: statements as PostgreSQL reads them. They make the table `head`, and its row with the version.
    ///   - version: for how many of the steps it stands.
    ///   - steps: all steps of a file. Those that the baseline lacks are rendered for PostgreSQL.
    ///   - own: PostgreSQL's own text of a step, by its name.
    package init(baseline: String, version: Int, steps: [Migration], own: [String: String]) {
        self.baseline = baseline
        baselineVersion = version
        later = steps.dropFirst(version).map { step in
            Migration(name: step.name, sql: own[step.name] ?? PostgresDialect().tables(as: step.sql))
        }
    }
}
