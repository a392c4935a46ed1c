import CDocuments

/// The steps of a tenant's schema, oldest first: the files in `migrations/`, as `embedded/migrations.c` lists them. Append
/// only.
package let migrations = unsafe list(tenant_steps())

/// The steps of the schema of `control.db`, in `control/`. Append only.
package let controlMigrations = unsafe list(control_steps())

/// What a new schema of a tenant in PostgreSQL begins with, and for how many steps of `migrations` it stands. The steps after
/// them run in both engines: the text of each is written once, and rendered for PostgreSQL. See decision 0116.
package let postgresBaseline: (steps: Int, sql: [UInt8]) = (44, unsafe text(tenant_baseline()))

/// The same for the schema `control`, with the steps of `controlMigrations`.
package let postgresControlBaseline: (steps: Int, sql: [UInt8]) = (3, unsafe text(control_baseline()))

/// PostgreSQL's own text of each step that can't be written once, by the step's name: the files `p00NN_….sql` in
/// `postgres/`. Append only.
package let postgresSteps = unsafe Dictionary(uniqueKeysWithValues: list(postgres_steps()).map { ($0.name, $0.sql) })

private func list(_ steps: Steps) -> [(name: String, sql: [UInt8])] {
    unsafe UnsafeBufferPointer(start: steps.first, count: steps.count).map { step in
        unsafe (name: String(cString: step.name), sql: text(step.sql))
    }
}

private func text(_ bytes: UnsafePointer<UInt8>) -> [UInt8] { unsafe Array(String(cString: bytes).utf8) }
