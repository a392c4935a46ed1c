import FairKitVault
import PostgreSQL
import Relational

extension SchemaSteps {
    /// A tenant's schema.
    static let tenant = SchemaSteps(Schema.tenantBaseline, Schema.tenant)
    /// The list of all tenants.
    static let control = SchemaSteps(Schema.controlBaseline, Schema.control)

    private init(_ baseline: (steps: Int, sql: String), _ steps: [Migration]) {
        self.init(baseline: baseline.sql, version: baseline.steps, steps: steps, own: Schema.ofPostgres)
    }
}
