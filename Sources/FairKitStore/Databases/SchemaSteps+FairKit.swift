import FairKitVault
package import PostgreSQL
import Relational

extension SchemaSteps {
    /// A tenant's schema.
    package static let tenant = SchemaSteps(Schema.tenantBaseline, Schema.tenant)
    /// The list of all tenants.
    package static let control = SchemaSteps(Schema.controlBaseline, Schema.control)

    private init(_ baseline: (steps: Int, sql: String), _ steps: [Migration]) {
        self.init(baseline: baseline.sql, version: baseline.steps, steps: steps, own: Schema.ofPostgres)
    }
}
