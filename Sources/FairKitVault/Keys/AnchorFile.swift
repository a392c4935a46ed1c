package import Coordination
package import KeyRing
package import Synchronization

/// What became of the wish to note outside the database how far the audit has come.
package enum AuditNote: Hashable, Sendable {
    /// It is noted, or was before.
    case noted
    /// What was noted before is not in the database any more, or the note itself was changed: it stays as it is, and tells.
    case refused
}

/// What a transaction found when it was to sign how far the audit has come.
package struct AuditFound: Hashable, Sendable {
    /// How far the audit has come.
    package let head: AuditHead
    /// What is missing of what was noted; nil: nothing.
    package let loss: AuditLoss?

    /// What the transaction found.
    package init(head: AuditHead, loss: AuditLoss?) {
        self.head = head
        self.loss = loss
    }
}

/// What became of entries that an anchor knows of.
package enum AuditLoss: Hashable, Sendable {
    /// From that number on they are gone.
    case cut(from: Int64)
    /// Another entry stands where the last of them stood.
    case replaced
    /// The last checkpoint that it knows of is gone.
    case unsigned
}

/// The anchor's file, as it is known while the store is open.
package final class AnchorFile: Sendable {
    private let path: String
    private let key: AuditKey
    /// What it holds.
    package let state: Mutex<AuditAnchor.State>
    /// Where it is written, since that blocks.
    package let thread = BlockingThread()

    /// Reads the file.
    package init(path: String, key: AuditKey) throws(StoreError) {
        self.path = path
        self.key = key
        state = Mutex(try AuditAnchor.read(from: path, key: key))
    }

    /// Notes what was found, if it is further than what is noted.
    package func move(_ found: AuditFound) throws(StoreError) -> AuditNote {
        try state.withLock { (state) throws(StoreError) in
            guard case .holds(let anchor) = state else { return .refused }
            guard let loss = found.loss else {
                guard found.head.number > anchor.head.number else { return .noted }
                state = .holds(try written(AuditAnchor(head: found.head)))
                return .noted
            }
            if case .cut(let first) = loss, anchor.missingFrom == nil {
                state = .holds(try written(AuditAnchor(head: anchor.head, missingFrom: first)))
            }
            return .refused
        }
    }

    /// Notes another beginning, where what was noted before can't hold any more, and rightly so.
    package func begin(at head: AuditHead) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in state = .holds(try written(AuditAnchor(head: head))) }
    }

    private func written(_ anchor: AuditAnchor) throws(StoreError) -> AuditAnchor {
        try anchor.write(to: path, key: key)
        return anchor
    }
}
