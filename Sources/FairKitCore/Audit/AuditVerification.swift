/// The outcome of verifying the audit log.
package struct AuditVerification: Equatable, Sendable {
    /// How many entries are intact, from the first on.
    package let entries: Int64
    /// The last checkpoint; nil: none yet.
    package let checkpoint: AuditCheckpoint?
    /// The first finding of each kind, the most important first.
    package let findings: [AuditFinding]

    package var isSound: Bool {
        findings.allSatisfy { if case .restored = $0 { true } else { false } }
    }

    package init(entries: Int64, checkpoint: AuditCheckpoint?, findings: [AuditFinding]) {
        self.entries = entries
        self.checkpoint = checkpoint
        self.findings = findings
    }
}

/// A sign of tampering or damage in the audit log. See decision 0020.
package enum AuditFinding: Equatable, Sendable {
    /// The entry is missing, though later ones exist.
    case missing(Int64)
    /// The entry, its patients or its MAC were changed.
    case changed(Int64)
    /// The entry was moved to another number.
    case reordered(Int64, standsAt: Int64)
    /// An entry was inserted before the first.
    case inserted(Int64)
    /// The entries in this range existed and were deleted.
    case cutTail(from: Int64, to: Int64)
    /// Other entries existed, up to this number, as the anchor outside the database shows.
    case replaced(upTo: Int64)
    /// The entries in this range were written after the state to which an operator restored the store. An entry of the
    /// log says so, and a checkpoint that was kept elsewhere knew them: no sign of tampering.
    case restored(from: Int64, to: Int64)
    /// The checkpoint at this position is missing or was changed.
    case checkpoint(Int64)
    /// The checkpoint due at this entry is missing.
    case checkpointMissing(Int64)
    /// The anchor file outside the database, which records the last checkpoint, is missing or was changed.
    case anchorMissing
    case anchorChanged
    /// The externally kept checkpoint was not signed by this audit log's key.
    case foreignCheckpoint

    /// Stable texts, for scripts.
    package var code: String {
        switch self {
        case .missing: "missing"
        case .changed: "changed"
        case .reordered: "reordered"
        case .inserted: "inserted"
        case .cutTail: "cut-tail"
        case .replaced: "replaced"
        case .restored: "restored"
        case .checkpoint: "checkpoint"
        case .checkpointMissing: "checkpoint-missing"
        case .anchorMissing: "anchor-missing"
        case .anchorChanged: "anchor-changed"
        case .foreignCheckpoint: "foreign-checkpoint"
        }
    }

    /// The first faulty entry; nil if the finding names none.
    package var number: Int64? {
        switch self {
        case .missing(let number), .changed(let number), .inserted(let number), .checkpointMissing(let number):
            number
        case .reordered(let number, _), .cutTail(let number, _), .restored(let number, _): number
        case .replaced, .checkpoint, .anchorMissing, .anchorChanged, .foreignCheckpoint: nil
        }
    }

    /// The finding and its meaning, for people.
    package var sentence: String {
        switch self {
        case .missing(let number): "Entry \(number) is missing."
        case .changed(let number):
            "Entry \(number) was tampered with: it, or one just before it, was changed or deleted."
        case .reordered(let number, let other): "Entry \(number) was moved to number \(other)."
        case .inserted(let number): "Entry \(number) was inserted before the first one."
        case .cutTail(let first, let last): "Entries \(first) to \(last) were deleted from the end."
        case .replaced(let last):
            "The entries up to \(last) were replaced: the end of the audit log was deleted, and the server wrote other entries since."
        case .restored(let first, let last):
            "Entries \(first) to \(last) are not in this log: an operator restored an earlier state of the store, and an entry says so."
        case .checkpoint(let position): "Checkpoint \(position) is missing, or was changed after it was signed."
        case .checkpointMissing(let number): "The checkpoint for entry \(number) is missing."
        case .anchorMissing:
            "The file audit.anchor is missing beside the store, so a deleted end can't be detected. Restore it from a backup of the directory."
        case .anchorChanged:
            "The file audit.anchor was changed, or belongs to another store, so a deleted end can't be detected. Restore it from a backup of the directory."
        case .foreignCheckpoint:
            "The given checkpoint was not signed by this store's key: it belongs to another store, or this store was replaced by another."
        }
    }
}
