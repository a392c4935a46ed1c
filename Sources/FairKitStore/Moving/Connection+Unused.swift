package import Relational

extension Connection {
    /// Whether a tenant holds nothing but what it is created with: no people, accounts, kits, results or alerts.
    package func isUnused() throws(DatabaseError) -> Bool {
        try !exists(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM profile) OR EXISTS (SELECT 1 FROM account)
                OR EXISTS (SELECT 1 FROM kit) OR EXISTS (SELECT 1 FROM result) OR EXISTS (SELECT 1 FROM alert)
            """)
    }
}
