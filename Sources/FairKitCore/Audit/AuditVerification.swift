/// What a verification of the audit found.
package struct AuditVerification: Hashable, Sendable {
    /// How many entries hold, from the first on.
    package let entries: Int64
    /// The last of the checkpoints; nil: there is none yet.
    package let checkpoint: AuditCheckpoint?
    /// The first of each kind, in the order of what matters most.
    package let findings: [AuditFinding]

    package var isSound: Bool { findings.isEmpty }

    package init(entries: Int64, checkpoint: AuditCheckpoint?, findings: [AuditFinding]) {
        self.entries = entries
        self.checkpoint = checkpoint
        self.findings = findings
    }
}

/// Something that is wrong with the audit. See the decision `0020-a-chained-audit`.
package enum AuditFinding: Hashable, Sendable {
    /// There is no entry of this number, but there are later ones.
    case missing(Int64)
    /// The entry, its patients or its MAC are not what was written.
    case changed(Int64)
    /// What was written under the number stands under another one.
    case reordered(Int64, standsAt: Int64)
    /// An entry stands before the first.
    case inserted(Int64)
    /// Patients are noted of an entry that is not there.
    case strayPatients(Int64)
    /// The entries from this number to the other were there, and are not.
    case cutTail(from: Int64, to: Int64)
    /// Another entry was there, up to this one, when that was noted outside the database.
    case replaced(upTo: Int64)
    /// The checkpoint of this position is missing, or is not what was written.
    case checkpoint(Int64)
    /// The checkpoint that is due at this entry is missing.
    case checkpointMissing(Int64)
    /// The file outside the database that notes the last checkpoint is missing, or not what was written.
    case anchorMissing
    case anchorChanged
    /// The checkpoint that was kept elsewhere was not signed by this audit's key.
    case foreignCheckpoint

    /// The texts are stable: scripts may compare them.
    package var code: String {
        switch self {
        case .missing: "missing"
        case .changed: "changed"
        case .reordered: "reordered"
        case .inserted: "inserted"
        case .strayPatients: "stray-patients"
        case .cutTail: "cut-tail"
        case .replaced: "replaced"
        case .checkpoint: "checkpoint"
        case .checkpointMissing: "checkpoint-missing"
        case .anchorMissing: "anchor-missing"
        case .anchorChanged: "anchor-changed"
        case .foreignCheckpoint: "foreign-checkpoint"
        }
    }

    /// The first entry that is wrong; nil if no entry is.
    package var number: Int64? {
        switch self {
        case .missing(let number), .changed(let number), .inserted(let number), .strayPatients(let number),
            .checkpointMissing(let number):
            number
        case .reordered(let number, _), .cutTail(let number, _): number
        case .replaced, .checkpoint, .anchorMissing, .anchorChanged, .foreignCheckpoint: nil
        }
    }

    /// What was found, and what that means.
    package var sentence: String {
        switch self {
        case .missing(let number): "Entry \(number) is missing."
        case .changed(let number):
            "Entry \(number) is not what was written: it, or one just before it, was changed or taken away."
        case .reordered(let number, let other): "What was written as entry \(number) stands as entry \(other)."
        case .inserted(let number): "Entry \(number) was put before the first one."
        case .strayPatients(let number): "Patients are noted of entry \(number), which is not there."
        case .cutTail(let first, let last): "The entries \(first) to \(last) were cut off the end."
        case .replaced(let last):
            "Other entries had been written, up to entry \(last), than stand there now: an end was cut off, and the server went on."
        case .checkpoint(let position): "Checkpoint \(position) is missing, or is not what was signed."
        case .checkpointMissing(let number): "The checkpoint that belongs to entry \(number) is missing."
        case .anchorMissing:
            "The file audit.anchor is missing beside the store: whether the end was cut off can't be told. Put it back from a backup of the directory."
        case .anchorChanged:
            "The file audit.anchor was changed, or belongs to another store: whether the end was cut off can't be told. Put it back from a backup of the directory."
        case .foreignCheckpoint:
            "The checkpoint that was given was not signed by this store's key: it is another store's, or the store was put in place of another."
        }
    }
}
