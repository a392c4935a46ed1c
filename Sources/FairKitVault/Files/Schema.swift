package import Relational
import Schemas

/// The migrations of each kind of file.
package enum Schema {
    /// A tenant's file.
    package static let tenant = migrations.map(Migration.init(embedded:))
    /// `control.db`.
    package static let control = controlMigrations.map(Migration.init(embedded:))
}

extension Migration {
    fileprivate init(embedded step: (name: String, sql: [UInt8])) {
        self.init(name: step.name, sql: String(decoding: step.sql, as: UTF8.self))
    }
}
