import Dispatch
package import PostgreSQL
import Relational
import Synchronization

/// Empty schemas for tenants, each of which one test borrows. To make one takes a quarter of a second, so a schema that is given
/// back is emptied, and used again.
package final class CleanSchemas: Sendable {
    package static let shared = Result { try CleanSchemas() }

    private let store: TestStore
    /// The connections of all stores of the tests.
    package let pool: ConnectionPool
    /// Has the first rows of a new schema. No test gets it.
    private let model: PostgresLocation
    private let clean = Mutex<[PostgresLocation]>([])
    private let emptying = DispatchQueue(label: "fairkit.empty-schemas")

    private init() throws {
        store = try TestStore.shared.get()
        pool = try store.pool()
        model = TestStore.schema()
        try store.session().make(model, by: .tenant)
    }

    /// An empty schema, for one test.
    package func borrow() throws -> PostgresLocation {
        if let location = clean.withLock({ $0.popLast() }) { return location }
        let location = TestStore.schema()
        try store.session().make(location, by: .tenant)
        return location
    }

    /// Takes back a schema that no connection uses any more.
    package func release(_ location: PostgresLocation) {
        emptying.async { [self] in
            // A schema that can't be emptied is left alone: the server ends with this process.
            guard (try? empty(location)) != nil else { return }
            clean.withLock { $0.append(location) }
        }
    }

    /// Gives every table its first rows.
    private func empty(_ location: PostgresLocation) throws {
        try store.administrator().control(
            SQL(
                stringLiteral: """
                    DO $empty$ DECLARE name TEXT; BEGIN
                        SET LOCAL session_replication_role = replica;
                        FOR name IN SELECT relname FROM pg_class
                            WHERE relnamespace = '\(location.sql.text)'::regnamespace AND relkind = 'r'
                        LOOP
                            IF to_regclass(format('\(model.sql.text).%I', name)) IS NULL THEN
                                EXECUTE format('DROP TABLE \(location.sql.text).%I', name);
                                CONTINUE;
                            END IF;
                            EXECUTE format('DELETE FROM \(location.sql.text).%I', name);
                            EXECUTE format(
                                'INSERT INTO \(location.sql.text).%1$I SELECT * FROM \(model.sql.text).%1$I', name);
                        END LOOP;
                    END $empty$
                    """))
    }
}
