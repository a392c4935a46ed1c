extension SchemaCatalogue {
    /// How these tables, "here", differ from others, "there". A column of another type there that is of bytes here may be
    /// sealed; which columns are is compared elsewhere.
    func differences(from others: SchemaCatalogue) -> Set<String> {
        let (here, there) = (Set(tables.keys), Set(others.tables.keys))
        var found = Set(here.subtracting(there).map { "\($0) is only here" })
        found.formUnion(there.subtracting(here).map { "\($0) is only there" })
        for (name, table) in tables {
            if let other = others.tables[name] { found.formUnion(table.differences(from: other, in: name)) }
        }
        return found
    }
}

extension SchemaCatalogue.Table {
    fileprivate func differences(from other: Self, in name: String) -> [String] {
        var found: [String] = []
        for column in Set(columns.keys).union(other.columns.keys) {
            switch (columns[column], other.columns[column]) {
            case (let here?, let there?):
                if here.type != there.type, here.type != "bytea" {
                    found.append("\(name).\(column) is \(here.type) here, \(there.type) there")
                }
                if here.isNullable != there.isNullable {
                    found.append("\(name).\(column) may be NULL \(here.isNullable ? "here" : "there")")
                }
            case (let here, _): found.append("\(name).\(column) is only \(here == nil ? "there" : "here")")
            }
        }
        if primaryKey != other.primaryKey {
            found.append("\(name) has \(primaryKey.isEmpty ? "no" : "another") primary key here")
        }
        if foreignKeys != other.foreignKeys { found.append("\(name) has other foreign keys") }
        for (location, indexes) in [
            ("here", indexes.subtracting(other.indexes)), ("there", other.indexes.subtracting(indexes)),
        ] {
            found += indexes.map {
                "\(name) has \(location) \($0.isUnique ? "a unique" : "an") index on "
                    + $0.columns.joined(separator: ", ") + ($0.isPartial ? ", if" : "")
            }
        }
        let less = other.checks - checks
        if less != 0 {
            found.append("\(name) has \(abs(less)) condition\(abs(less) == 1 ? "" : "s") \(less > 0 ? "less" : "more")")
        }
        return found
    }
}
