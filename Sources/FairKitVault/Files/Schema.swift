package import Relational
import Schemas

/// The migrations of each kind of file.
package enum Schema {
    /// A tenant's file.
    package static let tenant = migrations.map(Migration.init(embedded:))
    /// `control.db`.
    package static let control = controlMigrations.map(Migration.init(embedded:))

    /// The SQL that a schema of PostgreSQL begins with, and for how many of the migrations it stands.
    package static let tenantBaseline = (steps: postgresBaseline.steps, sql: text(postgresBaseline.sql))
    /// The same for the list of tenants.
    package static let controlBaseline = (steps: postgresControlBaseline.steps, sql: text(postgresControlBaseline.sql))
    /// PostgreSQL's own text of migrations, by name.
    package static let ofPostgres = postgresSteps.mapValues(text)

    fileprivate static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Migration {
    fileprivate init(embedded step: (name: String, sql: [UInt8])) {
        self.init(name: step.name, sql: Schema.text(step.sql))
    }
}
