package import Coordination
package import KeyRing
package import Synchronization

/// The outcome of updating the anchor outside the database.
package enum AuditNote: Hashable, Sendable {
    /// The anchor is up to date.
    case recorded
    /// The database lacks what the anchor records, or the anchor was changed: it is left as it is, as evidence.
    case refused
}

/// A transaction's findings when it was about to sign the audit log.
package struct AuditFound: Hashable, Sendable {
    /// The state of the audit log.
    package let head: AuditHead
    /// The loss since the anchor was written; nil: none.
    package let loss: AuditLoss?

    /// The transaction's findings.
    package init(head: AuditHead, loss: AuditLoss?) {
        self.head = head
        self.loss = loss
    }
}

/// The loss of entries that the anchor records.
package enum AuditLoss: Hashable, Sendable {
    /// They are missing from that number on.
    case cut(from: Int64)
    /// The last of them was replaced by another entry.
    case replaced
    /// The last checkpoint that it records is missing.
    case unsigned
}

/// The anchor file of an open store.
package final class AnchorFile: Sendable {
    private let path: String
    private let key: AuditKey
    /// Its content.
    package let state: Mutex<AuditAnchor.State>
    private let lacks = Mutex(false)
    /// The thread that writes it, since that blocks.
    package let thread = BlockingThread()

    /// Reads the file.
    package init(path: String, key: AuditKey) throws(StoreError) {
        self.path = path
        self.key = key
        state = Mutex(try AuditAnchor.read(from: path, key: key))
    }

    /// Whether the database lacks what the anchor records, or the anchor itself says nothing.
    package var isRefused: Bool {
        guard case .holds = state.withLock(\.self) else { return true }
        return lacks.withLock(\.self)
    }

    /// Updates the anchor, if the audit log has advanced.
    package func move(_ found: AuditFound) throws(StoreError) -> AuditNote {
        try state.withLock { (state) throws(StoreError) in
            guard case .holds(let anchor) = state else { return .refused }
            lacks.withLock { $0 = found.loss != nil }
            guard let loss = found.loss else {
                guard found.head.number > anchor.head.number else { return .recorded }
                state = .holds(try written(AuditAnchor(head: found.head, hasCodes: anchor.hasCodes)))
                return .recorded
            }
            if case .cut(let first) = loss, anchor.missingFrom == nil {
                state = .holds(
                    try written(AuditAnchor(head: anchor.head, missingFrom: first, hasCodes: anchor.hasCodes)))
            }
            return .refused
        }
    }

    /// Starts a new anchor, when the old one is legitimately outdated.
    package func begin(at head: AuditHead) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in state = .holds(try written(AuditAnchor(head: head))) }
        lacks.withLock { $0 = false }
    }

    /// Records that all rows that give rights have codes.
    package func logCodes() throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard case .holds(var anchor) = state else { return }
            anchor.hasCodes = true
            state = .holds(try written(anchor))
        }
    }

    private func written(_ anchor: AuditAnchor) throws(StoreError) -> AuditAnchor {
        try anchor.write(to: path, key: key)
        return anchor
    }
}
