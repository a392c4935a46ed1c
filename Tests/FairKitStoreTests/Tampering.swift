import FairKitCore
import FairKitStore
import Relational

/// One way to tamper with the audit log, and the expected finding.
struct Tampering: Sendable, CustomStringConvertible {
    let description: String
    let statements: [SQL]
    /// The first faulty entry; nil: only a checkpoint is faulty.
    let number: Int64?
    var codes: Set<String>
    var position: Int64?

    init(_ description: String, at number: Int64?, _ codes: Set<String>, _ statements: [String]) {
        self.description = description
        self.number = number
        self.codes = codes
        self.statements = statements.map { SQL(stringLiteral: $0) }
    }

    /// Entries and checkpoints of the store: a list in every fourth entry, a checkpoint at every eighth.
    static let last: Int64 = 24
    static let checkpoints: Int64 = 3

    static func random(using random: inout SplitMix64) -> Tampering {
        kinds.randomElement(using: &random)?(&random) ?? edit(&random)
    }

    private static let kinds: [@Sendable (inout SplitMix64) -> Tampering] = [
        edit, edit, edit, editType, delete, deleteSome, swap, moveDown, moveUp, append, insertFirst, cut,
        cutEntriesOnly,
        cutAndRefill, changePatients, takePatients, addPatients, editCheckpoint,
        deleteCheckpoint,
        cutCheckpoints, wipe,
    ]

    private static let contents =
        "at, actor, role, account, session, address, action, outcome, object, profile_id, request_id, times, "
        + "break_glass, mac, patients"

    private static func entry(_ random: inout SplitMix64, in range: ClosedRange<Int64> = 1...last) -> Int64 {
        .random(in: range, using: &random)
    }

    @Sendable private static func edit(_ random: inout SplitMix64) -> Tampering {
        let (number, text) = (entry(&random), "'x' || hex(randomblob(3))")
        let values = [
            ("at", "at + 1"), ("actor", "randomblob(16)"), ("role", "COALESCE(role, '') || 'x'"),
            ("account", "randomblob(16)"), ("session", "randomblob(16)"), ("address", text), ("action", text),
            ("outcome", "outcome || ' '"), ("object", "COALESCE(object, '') || '0'"), ("profile_id", "randomblob(16)"),
            ("request_id", text), ("times", "times + 1"), ("break_glass", "CASE WHEN break_glass IS NULL THEN 1 END"),
            ("break_glass", "COALESCE(break_glass, 1) - 1"), ("mac", "randomblob(32)"), ("mac", "NULL"), ("mac", "x''"),
        ]
        let (column, value) = values.randomElement(using: &random) ?? values[0]
        return Tampering(
            "edit \(column) of \(number)", at: number, ["changed"],
            ["UPDATE audit SET \(column) = \(value) WHERE number = \(number)"])
    }

    /// The same bytes as another type, or a type that is never written.
    @Sendable private static func editType(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random)
        let values = [
            ("request_id", "CAST(request_id AS BLOB)"), ("action", "CAST(action AS BLOB)"), ("times", "times + 0.5"),
            ("mac", "CAST(mac AS TEXT)"), ("actor", "''"), ("break_glass", "x'01'"), ("break_glass", "1.5"),
            ("at", "at + 0.5"), ("profile_id", "1.5"),
        ]
        let (column, value) = values.randomElement(using: &random) ?? values[0]
        return Tampering(
            "another type of \(column) of \(number)", at: number, ["changed"],
            ["UPDATE audit SET \(column) = \(value) WHERE number = \(number)"])
    }

    @Sendable private static func delete(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: 1...last - 1)
        return Tampering(
            "delete \(number)", at: number, ["missing"], ["DELETE FROM audit WHERE number = \(number)"])
    }

    @Sendable private static func deleteSome(_ random: inout SplitMix64) -> Tampering {
        let first = entry(&random, in: 1...last - 5)
        let end = entry(&random, in: first...last - 1)
        return Tampering(
            "delete \(first) to \(end)", at: first, ["missing"],
            ["DELETE FROM audit WHERE number BETWEEN \(first) AND \(end)"])
    }

    @Sendable private static func swap(_ random: inout SplitMix64) -> Tampering {
        let one = entry(&random, in: 1...last - 1)
        let other = entry(&random, in: one + 1...last)
        return Tampering(
            "swap \(one) and \(other)", at: one, ["reordered"],
            [(one, -7), (other, one), (-7, other)].map { "UPDATE audit SET number = \($1) WHERE number = \($0)" })
    }

    /// Closes the gap left by a deletion.
    @Sendable private static func moveDown(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: 1...last - 1)
        return Tampering(
            "delete \(number) and renumber", at: number, ["changed"],
            ["DELETE FROM audit WHERE number = \(number)"] + shift(from: number + 1, by: -1))
    }

    /// Makes room for a forged entry.
    @Sendable private static func moveUp(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random)
        let model = (number + entry(&random, in: 0...last - 2)) % last + 1
        return Tampering(
            "insert before \(number)", at: number, ["reordered"],
            shift(from: number, by: 1) + [
                "INSERT INTO audit (number, \(contents)) SELECT \(number), \(contents) FROM audit "
                    + "WHERE number = \(model >= number ? model + 1 : model)"
            ])
    }

    /// Through unused numbers, since numbers have to be unique at any time.
    private static func shift(from number: Int64, by step: Int64) -> [String] {
        [
            "UPDATE audit SET number = number + 1000000 WHERE number >= \(number)",
            "UPDATE audit SET number = number - 1000000 + \(step) WHERE number >= 1000000",
        ]
    }

    @Sendable private static func append(_ random: inout SplitMix64) -> Tampering {
        let (model, number) = (entry(&random), entry(&random, in: last + 1...last + 3))
        return Tampering(
            "append \(number)", at: last + 1, ["changed", "missing"],
            ["INSERT INTO audit (number, \(contents)) SELECT \(number), \(contents) FROM audit WHERE number = \(model)"]
        )
    }

    @Sendable private static func insertFirst(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: -3...0)
        return Tampering(
            "insert \(number)", at: number, ["inserted"],
            ["INSERT INTO audit (number, \(contents)) SELECT \(number), \(contents) FROM audit WHERE number = 1"])
    }

    /// Deletes entries, their patients and checkpoints, as if they had never existed.
    @Sendable private static func cut(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random)
        return Tampering(
            "cut from \(number) on", at: number, ["cut-tail"],
            [
                "DELETE FROM audit WHERE number >= \(number)",
                "DELETE FROM audit_checkpoint WHERE number >= \(number)",
            ])
    }

    @Sendable private static func cutEntriesOnly(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random)
        return Tampering(
            "cut only entries from \(number) on", at: number, ["cut-tail"],
            ["DELETE FROM audit WHERE number >= \(number)"])
    }

    /// Replaces the deleted entries with others, so that none is missing.
    @Sendable private static func cutAndRefill(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: last / 2 + 1...last)
        return Tampering(
            "cut from \(number) on and refill", at: number, ["changed"],
            [
                "DELETE FROM audit WHERE number >= \(number)",
                "INSERT INTO audit (number, \(contents)) SELECT number + \(number) - 1, \(contents) FROM audit "
                    + "WHERE number <= \(last) - \(number) + 1",
            ])
    }

    @Sendable private static func changePatients(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: 1...last / 4) * 4
        let value =
            [
                "CAST(substr(patients, 1, 16) || randomblob(16) AS BLOB)",
                "CAST(substr(patients, 17) || substr(patients, 1, 16) AS BLOB)",
                "CAST(patients AS TEXT)", "7",
            ].randomElement(using: &random) ?? ""
        return Tampering(
            "another patient of \(number): \(value)", at: number, ["changed"],
            ["UPDATE audit SET patients = \(value) WHERE number = \(number)"])
    }

    @Sendable private static func takePatients(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random, in: 1...last / 4) * 4
        let value = ["NULL", "substr(patients, 17)", "substr(patients, 1, 16)", "substr(patients, 2)"].randomElement(
            using: &random)
        return Tampering(
            "fewer patients of \(number)", at: number, ["changed"],
            ["UPDATE audit SET patients = \(value ?? "NULL") WHERE number = \(number)"])
    }

    @Sendable private static func addPatients(_ random: inout SplitMix64) -> Tampering {
        let number = entry(&random)
        return Tampering(
            "more patients of \(number)", at: number, ["changed"],
            [
                "UPDATE audit SET patients = CAST(COALESCE(patients, x'') || randomblob(16) AS BLOB) WHERE number = \(number)"
            ])
    }

    @Sendable private static func editCheckpoint(_ random: inout SplitMix64) -> Tampering {
        let position = entry(&random, in: 1...checkpoints)
        let value =
            [
                "number = number - 1", "mac = randomblob(32)", "at = at + 1", "signature = randomblob(64)",
                "mac = 'text'",
            ]
            .randomElement(using: &random) ?? ""
        var tampering = Tampering(
            "edit checkpoint \(position): \(value)", at: nil, ["checkpoint"],
            ["UPDATE audit_checkpoint SET \(value) WHERE position = \(position)"])
        tampering.position = position
        return tampering
    }

    @Sendable private static func deleteCheckpoint(_ random: inout SplitMix64) -> Tampering {
        let position = entry(&random, in: 1...checkpoints)
        let renumber = "UPDATE audit_checkpoint SET position = position - 1 WHERE position > \(position)"
        var tampering = Tampering(
            "delete checkpoint \(position)", at: nil, ["checkpoint"],
            ["DELETE FROM audit_checkpoint WHERE position = \(position)"]
                + (Bool.random(using: &random) ? [renumber] : []))
        tampering.position = position
        return tampering
    }

    @Sendable private static func cutCheckpoints(_ random: inout SplitMix64) -> Tampering {
        let position = entry(&random, in: 1...checkpoints)
        var tampering = Tampering(
            "cut checkpoints from \(position) on", at: nil, ["checkpoint"],
            ["DELETE FROM audit_checkpoint WHERE position >= \(position)"])
        tampering.position = position
        return tampering
    }

    @Sendable private static func wipe(_ random: inout SplitMix64) -> Tampering {
        Tampering(
            "wipe everything", at: 1, ["cut-tail"],
            ["DELETE FROM audit", "DELETE FROM audit_block", "DELETE FROM audit_checkpoint"])
    }
}
