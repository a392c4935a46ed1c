package import FairKitCore

/// A kit on the wire.
package struct KitBody: Codable, Sendable {
    package let id: String
    package let code: String
    package let status: String
    package let profileId: String?
    package let registeredAt: String?
    package let sendBy: String?
    package let readFrom: String?
    package let needsReview: Bool
    /// Results came before it was registered, and wait for the review; absent otherwise.
    package let resultsCameFirst: Bool?
    package let nextStatuses: [String]
    package let history: [Event]?

    package struct Event: Codable, Sendable {
        package let status: String
        package let at: String
        package let actor: String?
        package let implied: Bool
        package let reason: String?
    }

    /// - Parameter history: what happened to the kit, and who reported it, if that may be told.
    package init(_ kit: Kit, history: [(event: KitEvent, actor: ActorID?)]?) {
        id = "\(kit.id)"
        code = "\(kit.code)"
        status = kit.status.rawValue
        profileId = kit.profileID?.description
        registeredAt = kit.registeredAt?.description
        sendBy = kit.sendBy?.description
        readFrom = kit.readFrom?.rawValue
        needsReview = kit.needsReview
        resultsCameFirst = kit.resultsCameFirst ? true : nil
        nextStatuses = kit.status.reportable.map(\.rawValue)
        self.history = history?.map { step in
            Event(
                status: step.event.status.rawValue, at: "\(step.event.at)", actor: step.actor?.description,
                implied: step.event.implied, reason: step.event.reason)
        }
    }
}

/// Kits to be issued: by the codes that are printed on them, or a count of new ones; at most `largest` at once.
package struct KitBatchRequest: Codable, Sendable {
    package static let largest = 100

    package let codes: [String]?
    package let count: Int?
    package let status: String?
    /// Whether each new kit gets an activation secret.
    package let secrets: Bool?

    package init(codes: [String]? = nil, count: Int? = nil, status: String, secrets: Bool = false) {
        self.secrets = secrets ? true : nil
        self.codes = codes
        self.count = count
        self.status = status
    }
}

/// What became of a batch of kits, in the order they were sent.
package struct KitBatchBody: Codable, Sendable {
    package struct Item: Codable, Sendable {
        package let code: String
        /// `created`, `advanced`, `unchanged` or `refused`.
        package let outcome: String
        package let id: String?
        package let status: String?
        package let detail: String?
        /// Its activation secret, which is told this once.
        package let secret: String?

        package init(
            code: String, outcome: String, id: String?, status: String?, detail: String?, secret: String? = nil
        ) {
            self.secret = secret
            self.code = code
            self.outcome = outcome
            self.id = id
            self.status = status
            self.detail = detail
        }
    }
    package var items: [Item]

    package init(items: [Item]) { self.items = items }
}

/// What has become of a kit.
package struct KitStatusRequest: Codable, Sendable {
    package let status: String
    package let reason: String?

    package init(status: String, reason: String?) {
        self.status = status
        self.reason = reason
    }
}

/// A kit by its code, which never stands in a path.
package struct KitSearchRequest: Codable, Sendable {
    package let code: String

    package init(code: String) { self.code = code }
}
