import FairKitCore
import FairKitStore
import KeyRing
import PostgreSQL
import Relational
import Testing
import TextEncodings

@Suite struct `Sealed columns in PostgreSQL` {
    private let life = Life(number: 700, word: "Zanele-Qwxvk", clearWord: "clear")

    /// A schema with a person who has a row in every table, and with what staff and operators write.
    private func lived() throws -> SealedSchema {
        let schema = try SealedSchema()
        try schema.write { (tx) throws(DatabaseError) in
            try Example.settle(in: tx)
            try life.begin(Example.code(7_000_000_000 + life.number), in: tx)
            try life.staff(in: tx)
            try life.index(in: tx, key: schema.searchKey)
        }
        return schema
    }

    @Test func `hold no word that was written, in any table`() throws {
        let schema = try lived()
        let dump = try schema.dump()
        let words = [life.word, life.word.lowercased(), "254700123456", "FU-\(7_000_000_000 + life.number)"]
        for (table, rows) in dump {
            for row in rows {
                for word in words {
                    #expect(!row.contains(word), "\(table)")
                    #expect(!row.contains(hexadecimal(Array(word.utf8))), "\(table)")
                }
            }
        }
        // The dump does show what is clear.
        #expect(dump["team"]?.contains { $0.contains("ward") } == true)
        #expect(dump["known_place"]?.contains { $0.contains(hexadecimal(Array("clear".utf8))) } == true)
    }

    @Test func `are all written in that test`() throws {
        let schema = try lived()
        // Neither an e-mail's lines nor a device, a challenge's secret, a result's sample or verification belong to a person's life. The keys
        // of access tokens are in the list of tenants.
        let without: Set<SealedColumn> = [
            .noticeLines, .outboxFacts, .outboxLink, .outboxRecipient, .contactPointLabel, .challengeOTPSecret,
            .invitationName, .kitLogisticsTrackingNumber,
            .resultVerifiedBecause, .resultVersionComment, .resultVersionConflicts,
            .resultVersionInterpretation, .resultVersionOrderNumber, .resultVersionPerformer,
            .signingKeySeed,
        ]
        for column in SealedColumn.allCases where !without.contains(column) {
            let (table, name) = (SQL(stringLiteral: column.table), SQL(stringLiteral: column.column))
            let count = try schema.read { (tx) throws(DatabaseError) in
                try tx.number("SELECT COUNT(*) FROM \(table) WHERE \(name) IS NOT NULL")
            }
            #expect(count > 0, "\(column.rawValue)")
        }
    }

    @Test func `are read back as they were written`() throws {
        let schema = try lived()
        let (life, word) = (life, life.word)
        try schema.read { (tx) throws(DatabaseError) in
            let profile = try tx.profile(life.person)
            #expect(profile?.details.familyName == word && profile?.details.email == life.email)
            #expect(profile?.details.identifiers.map(\.value) == [word])
            #expect(profile?.details.birthDate == CalendarDate(daysSince1970: 7000))
            #expect(try tx.photo(of: life.person, .large)?.jpeg == Array(word.utf8))
            #expect(try tx.hold(on: life.person)?.reason == word)
            #expect(try tx.events(of: life.kit).map(\.reason) == [word])
            #expect(try tx.notes(about: .kit(life.kit), before: nil, limit: 9).items.map(\.text) == [word])
            #expect(try tx.notice(life.notice)?.facts.patientName == word)
            #expect(try tx.contactPoint(life.contact)?.address == word)
            #expect(try tx.loop(of: life.alerts[0]).acknowledgement?.note == word)
            #expect(try tx.savedSearch(word, of: life.account)?.filters == ["flag": "HH"])
            #expect(try tx.settings().operatorContact == MailAddress("\(word.lowercased())@example.com"))
            #expect(try tx.laboratory(Example.laboratory)?.details.director == word)
            let record = try tx.personRecord(of: life.person)
            #expect(record?.results.flatMap(\.1).map(\.reason) == [word, word, word, word])
            #expect(record?.accounts.map(\.details.name) == [word])
            #expect(record?.accounts.flatMap(\.sessions).map(\.client) == [word])
        }
    }

    @Test func `are found by equality, joined, and unique`() throws {
        let schema = try lived()
        let life = life
        try schema.read { (tx) throws(DatabaseError) in
            let address = MailAddress(life.email)
            #expect(
                try address.map { address throws(DatabaseError) in try tx.account(email: address)?.id } == life.account)
            // In other letters, as in a file.
            let search = try? ProfileSearch(email: life.email.uppercased(), phone: nil, person: nil)
            #expect(try search.map { search throws(DatabaseError) in try tx.profiles(search) } == [life.person])
            let name = ProfileSearch.Person(
                givenName: nil, familyName: life.word.uppercased(), birthDate: CalendarDate(daysSince1970: 7000))
            let byName = try? ProfileSearch(email: nil, phone: nil, person: name)
            #expect(try byName.map { search throws(DatabaseError) in try tx.profiles(search) } == [life.person])
            let code = try Example.code(7_000_000_000 + life.number)
            #expect(try tx.kit(code)?.id == life.kit)
            // The second one leads to the person by its kit's code only.
            #expect(Set(try tx.personRecord(of: life.person)?.results.map(\.0.id) ?? []) == Set(life.results))
        }
        let other = Kit(
            id: KitID(number: 9999), code: try Example.code(7_000_000_000 + life.number), status: .issued,
            profileID: nil,
            registeredAt: nil, sendBy: nil, readFrom: nil, needsReview: false)
        #expect(throws: DatabaseError.self) {
            try schema.write { (tx) throws(DatabaseError) in try tx.insertKit(other, at: Example.now) }
        }
    }

    @Test func `leave nothing of a person after an erasure`() throws {
        let schema = try lived()
        try schema.write { [life] (tx) throws(DatabaseError) in
            _ = try tx.releaseHold(on: life.person)
            let rows = try tx.erase(life.person, at: Example.now, key: schema.searchKey)
            #expect(rows.mails == 2)
        }
        let kept: Set = ["audit", "change", "erased_profile"]
        let found = try schema.dump().filter { $0.value.contains { $0.contains(hexadecimal(life.person.bytes)) } }
        #expect(Set(found.keys).subtracting(kept) == [])
    }
}

@Suite struct `An attacker who writes in the database` {
    private let one = NoteID(number: 1)
    private let two = NoteID(number: 2)
    private let subject = NoteSubject.kit(KitID(number: 1))

    private func notes(in schema: SealedSchema) throws {
        try schema.write { (tx) throws(DatabaseError) in
            for (id, text) in [(one, "of one"), (two, "of two")] {
                try tx.insertNote(Note(id: id, subject: subject, author: Example.key, at: Example.now, text: text))
            }
        }
    }

    private func texts(in schema: SealedSchema) throws -> [String] {
        try schema.read { (tx) throws(DatabaseError) in
            try tx.notes(about: subject, before: nil, limit: 9).items.map(\.text)
        }
    }

    private let swap: SQL = """
        UPDATE note SET text = (SELECT text FROM note WHERE id = \(NoteID(number: 1))) WHERE id = \(NoteID(number: 2))
        """

    @Test func `moves a value to another row only if it is not bound to its row`() throws {
        let unbound = try SealedSchema(sealer: UnboundSealer())
        let schema = try SealedSchema()
        for schema in [unbound, schema] {
            try notes(in: schema)
            #expect(try texts(in: schema) == ["of two", "of one"])
            _ = try schema.write { (tx) throws(DatabaseError) in try tx.run(swap) }
        }
        #expect(try texts(in: unbound) == ["of one", "of one"])
        let error = #expect(throws: DatabaseError.self) { try texts(in: schema) }
        guard case .unsealable(let reason) = error else { throw error ?? .closed }
        #expect(reason.contains("note.text") && !reason.contains("of one"))
    }

    @Test func `moves a value to another column only if it is not bound to its column`() throws {
        // The rows have the same key.
        let person = Example.patient
        let note = Note(
            id: NoteID(uuid: person.uuid), subject: subject, author: Example.key, at: Example.now, text: "words")
        let (unbound, schema) = (try SealedSchema(sealer: UnboundSealer()), try SealedSchema())
        for schema in [unbound, schema] {
            try schema.write { (tx) throws(DatabaseError) in
                try tx.insertProfile(Example.profile(person))
                try tx.insertNote(note)
                try tx.run("INSERT INTO legal_hold (profile_id, reason, set_at) SELECT id, text, 1 FROM note")
            }
        }
        #expect(try unbound.read { (tx) throws(DatabaseError) in try tx.hold(on: person) }?.reason == "words")
        #expect(throws: DatabaseError.self) {
            try schema.read { (tx) throws(DatabaseError) in try tx.hold(on: person) }
        }
    }

    @Test func `moves a value to another tenant only if it is not bound to its tenant`() throws {
        let schemas = [try SealedSchema(), try SealedSchema()]
        for schema in schemas { try notes(in: schema) }
        let stolen = try schemas[0].read { (tx) throws(DatabaseError) in
            try tx.first("SELECT text FROM note WHERE id = \(one)") { row throws(DatabaseError) in
                try row.value(0, as: [UInt8].self)
            }
        }
        _ = try schemas[1].write { (tx) throws(DatabaseError) in
            try tx.run("UPDATE note SET text = \(stolen) WHERE id = \(one)")
        }
        #expect(throws: DatabaseError.self) { try texts(in: schemas[1]) }
        #expect(try texts(in: schemas[0]) == ["of two", "of one"])
    }

    @Test func `gets nothing from a session without keys, and can store nothing in clear by it`() throws {
        let schema = try SealedSchema()
        try notes(in: schema)
        schema.forgetKeys()
        let missing = DatabaseError.unsealable("the connection has no key to seal columns with")
        #expect(throws: missing) { try notes(in: schema) }
        // The column holds bytes, which are no text.
        #expect(throws: DatabaseError.self) { try texts(in: schema) }
        #expect(throws: DatabaseError.self) {
            try schema.write { (tx) throws(DatabaseError) in try tx.run("UPDATE note SET text = \("in clear")") }
        }
    }
}
