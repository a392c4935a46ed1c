package import FairKitCore
package import Relational

/// A request under an Idempotency-Key, as it is stored: its caller, its key, and a digest of its content.
package struct Repetition: Hashable, Sendable {
    package let actor: ActorID
    package let route: KeyedRequest.Route
    package let key: IdempotencyKey
    package let digest: [UInt8]

    package init(actor: ActorID, route: KeyedRequest.Route, key: IdempotencyKey, digest: [UInt8]) {
        self.actor = actor
        self.route = route
        self.key = key
        self.digest = digest
    }
}

/// The entities that an earlier request under the key created.
package enum CreatedBefore<Entity>: Sendable {
    case nothing
    /// The same request came before; it created these entities, in this version.
    case made([ID<Entity>], version: Int?)
    /// The key belongs to a different request.
    case other
}

extension Connection {
    /// The entities that were created under a key, unless the key has expired.
    /// - Parameter repetition: nil if the client sent no key.
    package func made<Entity>(
        under repetition: Repetition?, of type: Entity.Type = Entity.self, at now: Timestamp
    ) throws(DatabaseError) -> CreatedBefore<Entity> {
        guard let repetition else { return .nothing }
        let row = try first(
            """
            SELECT body_digest, made, version FROM idempotency
            WHERE actor = \(repetition.actor) AND route = \(repetition.route)
                AND \(lookup: "key") = \(lookup: repetition.key.text, .idempotency)
                AND (expires_at IS NULL OR expires_at > \(now))
            """
        ) { row throws(DatabaseError) in
            (
                digest: try row.value(0, as: [UInt8].self), made: try row.value(1, as: [UInt8].self),
                version: try row.value(2, as: Int?.self)
            )
        }
        guard let row else { return .nothing }
        guard row.digest == repetition.digest else { return .other }
        return .made(
            stride(from: 0, to: row.made.count, by: 16).compactMap { ID(sixteen: Array(row.made[$0...].prefix(16))) },
            version: row.version)
    }

    /// The answer to a form that was sent before under its key; nil: there is none, or it has expired. The same key with
    /// other content is another form: its sender went back and corrected it.
    package func answer(to repetition: Repetition, at now: Timestamp) throws(DatabaseError) -> String? {
        let made = try first(
            """
            SELECT made FROM idempotency
            WHERE actor = \(repetition.actor) AND route = \(repetition.route)
                AND \(lookup: "key") = \(lookup: repetition.key.text, .idempotency)
                AND body_digest = \(repetition.digest) AND expires_at > \(now)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: [UInt8].self) }
        return made.flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension WriteTransaction {
    /// Remembers what was created under a key, in the same transaction.
    package func remember<Entity>(
        _ repetition: Repetition?, made ids: [ID<Entity>], version: Int? = nil, at now: Timestamp
    ) throws(DatabaseError) {
        guard let repetition else { return }
        try remember(repetition, made: ids.flatMap(\.bytes), version: version, at: now)
    }

    /// Remembers the answer to a form under its key.
    package func remember(
        _ repetition: Repetition, answer: String, at now: Timestamp
    ) throws(DatabaseError) {
        try remember(repetition, made: Array(answer.utf8), version: nil, at: now)
    }

    private func remember(
        _ repetition: Repetition, made: [UInt8], version: Int?, at now: Timestamp
    ) throws(DatabaseError) {
        let expiry = repetition.route.memory.map { now.advanced(by: $0) }
        try run(
            """
            DELETE FROM idempotency
            WHERE actor = \(repetition.actor) AND route = \(repetition.route)
                AND \(lookup: "key") = \(lookup: repetition.key.text, .idempotency)
            """)
        try run(
            """
            INSERT INTO idempotency (actor, route, key, body_digest, made, version, at, expires_at)
            VALUES (\(repetition.actor), \(repetition.route),
                \(sealed: repetition.key.text, .idempotencyKey, of: repetition.actor, repetition.digest), \(repetition.digest),
                \(made), \(version), \(now), \(expiry))
            """)
    }
}
