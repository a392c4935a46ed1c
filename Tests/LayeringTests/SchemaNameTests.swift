import FoundationEssentials
import Testing

/// In PostgreSQL each tenant is a schema, which may be on another server than the list of tenants.
@Suite struct `Tables in statements` {
    private let tenant: Set<String>
    private let control: Set<String>

    init() throws {
        tenant = try SchemaColumns.ofTenant().tables
        // Both have one; a statement uses that of its own schema.
        control = try SchemaColumns.ofControl().tables.union(["installation", "server", "lease"])
    }

    private func findings(in sql: String) -> [String] {
        var found: [String] = []
        let places = sql.matches(of: #/\b(?:FROM|JOIN|INTO|UPDATE|TABLE) "?(\w+)"?(\.)?/#)
        if places.contains(where: { $0.2 != nil }) { found.append("a schema's name") }
        if sql.contains(#/\b(?:SET ROLE|search_path|pg_catalog|information_schema)\b/#) {
            found.append("a role or a schema")
        }
        let names = Set(places.map { String($0.1) })
        if !names.isDisjoint(with: tenant), !names.isDisjoint(with: control) { found.append("two schemas") }
        return found
    }

    @Test func `are all of one schema, which is not named`() throws {
        let folder = "\(root)/Sources/FairKitStore"
        var (tenants, lists) = (0, 0)
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            for literal in SQLLiterals(of: text).literals {
                #expect(findings(in: literal.text) == [], "\(file):\(literal.line)")
                let names = Set(literal.text.matches(of: #/\b(?:FROM|JOIN|INTO|UPDATE) "?(\w+)/#).map { String($0.1) })
                tenants += names.isDisjoint(with: tenant) ? 0 : 1
                lists += names.isDisjoint(with: control) ? 0 : 1
            }
        }
        // It did read them.
        #expect(tenants > 500 && lists > 10)
    }

    @Test func `of a tenant are not those of the list of tenants`() {
        #expect(tenant.isDisjoint(with: control))
        #expect(tenant.count > 70 && control.isSuperset(of: ["tenant", "tenant_event", "signing_key", "unrecorded"]))
    }

    @Test(arguments: [
        ("SELECT id FROM control.tenant", "a schema's name"),
        (#"UPDATE "tenant_00"."kit" SET code = 1"#, "a schema's name"),
        ("SELECT 1 FROM kit k JOIN public.result r ON r.kit_id = k.id", "a schema's name"),
        ("SELECT k.id FROM kit k JOIN tenant t ON t.id = k.id", "two schemas"),
        ("INSERT INTO unrecorded (number) SELECT number FROM audit", "two schemas"),
        ("SET ROLE other", "a role or a schema"), ("SET search_path TO other", "a role or a schema"),
    ])
    func `are found if they are not`(sample: String, name: String) { #expect(findings(in: sample) == [name]) }

    @Test(arguments: [
        "SELECT k.id FROM kit k WHERE k.code = 'control.tenant'", "INSERT INTO tenant_event (number) VALUES (1)",
        "SELECT tenant.id FROM tenant",
    ])
    func `are not found if they are`(sample: String) { #expect(findings(in: sample) == []) }
}
