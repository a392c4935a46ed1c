package import FairKitCore
package import Relational

extension WriteTransaction {
    /// Stores a new result with its first version.
    package func insertResult(_ result: TestResult) throws(DatabaseError) {
        let version = result.current
        try run(
            """
            INSERT INTO result (id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, status, flag,
                is_unmatched, shown_to_clinicians, held_for, held_at, level, unit, genotype, phenotype, method, rights)
            VALUES (\(result.id), \(result.laboratoryID), \(sealed: result.reference, .resultReference, of: result.id),
                \(sealed: result.kitCode, .resultKitCode, of: result.id), \(result.kitID), \(result.profileID), \(version.findings.testDate), \(version.status), \(version.interpretation.flag),
                \(result.kitID == nil), \(shownToClinicians(of: result.profileID)), \(result.hold),
                \(result.hold == nil ? nil : version.recordedAt), \(version.findings.level?.value),
                \(version.findings.level?.unit), \(version.findings.genotype), \(version.findings.phenotype),
                \(version.findings.method),
                \(code: .result, result.id, result.laboratoryID, result.kitID, result.profileID))
            """)
        try insertResultVersion(result.current, of: result.id)
    }

    /// Stores the next version, which becomes the current one.
    /// - Parameter keepsVerification: whether what a person verified still holds.
    package func appendResultVersion(
        _ version: ResultVersion, to result: ResultID, keepsVerification: Bool = false
    ) throws(DatabaseError) {
        let replaced = try rowsChanged(
            by: "UPDATE result_version SET is_current = 0 WHERE result_id = \(result) AND is_current = 1")
        // No index guarantees that one version is current. This check does, and that none is stored twice.
        guard replaced == 1 else { throw .unexpectedValue(column: 0, sql: "result_version.is_current") }
        if !keepsVerification { try setVerification(nil, of: result) }
        try run(
            """
            UPDATE result SET test_date = \(version.findings.testDate), status = \(version.status),
                flag = \(version.interpretation.flag), level = \(version.findings.level?.value),
                unit = \(version.findings.level?.unit), genotype = \(version.findings.genotype),
                phenotype = \(version.findings.phenotype), method = \(version.findings.method), read_at = NULL
            WHERE id = \(result)
            """)
        try insertResultVersion(version, of: result)
    }

    /// Assigns a result, with its alerts, to the patient who registered its kit.
    package func bind(
        _ result: ResultID, to kit: KitID, of profile: ProfileID, at now: Timestamp
    ) throws(DatabaseError) {
        let isBound =
            try change(
                .result,
                set: """
                    kit_id = \(kit), profile_id = \(profile), is_unmatched = 0,
                    shown_to_clinicians = \(shownToClinicians(of: profile))
                    """, where: "id = \(result) AND kit_id IS NULL") == 1
        guard isBound else { return }
        try logChange(of: .result(result), at: now)
        for alert in try all(
            "SELECT id FROM alert WHERE result_id = \(result)",
            { row throws(DatabaseError) in
                try row.value(0, as: AlertID.self)
            })
        {
            try logChange(of: .alert(alert), at: now)
        }
    }

    /// Records that the patient has read the current version. The first time counts.
    package func markResultRead(_ result: ResultID, at now: Timestamp) throws(DatabaseError) {
        let isFirst =
            try rowsChanged(by: "UPDATE result SET read_at = \(now) WHERE id = \(result) AND read_at IS NULL") == 1
        if isFirst { try logChange(of: .result(result), at: now) }
    }

    /// Holds a result, or releases it.
    /// - Parameter verification: how a person has verified the level; nil: no one has.
    package func setResultHold(
        _ hold: ResultHold?, of result: ResultID, verification: ResultVerification? = nil, at now: Timestamp
    ) throws(DatabaseError) {
        let since: Timestamp? = hold == nil ? nil : now
        try run(
            """
            UPDATE result SET held_for = \(hold), held_at = \(since) WHERE id = \(result)
            """)
        try setVerification(verification, of: result)
        try logChange(of: .result(result), at: now)
    }

    private func setVerification(
        _ verification: ResultVerification?, of result: ResultID
    ) throws(DatabaseError) {
        try run(
            """
            UPDATE result SET verified_at = \(verification?.at), verified_by = \(verification?.by),
                verified_because = \(sealed: verification?.reason, .resultVerifiedBecause, of: result)
            WHERE id = \(result)
            """)
    }

    /// Whether clinicians see this patient's results, or unmatched ones. When the consent changes, the update of the
    /// profile changes it.
    private func shownToClinicians(of patient: ProfileID?) -> SQL {
        "COALESCE((SELECT consent_clinicians FROM profile WHERE id = \(patient)), 1)"
    }

    private func insertResultVersion(_ version: ResultVersion, of result: ResultID) throws(DatabaseError) {
        let findings = version.findings
        let (sample, range) = (findings.sample, version.range)
        let verify = version.interpretation.verify
        try run(
            """
            INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, comparator,
                genotype, method, low, high, critical_multiple, range_source, flag, comparator_open,
                genotype_contradicts, reason, recorded_at, jumps, range_id, severe_limit, unit_suspect,
                genotype_differs, specimen, collected_at, received_at, performer, device, comment, crp, crp_unit,
                order_number, conflicts, phenotype, interpretation)
            VALUES (\(result), \(version.number), 1, \(version.status), \(findings.testDate), \(findings.level?.value),
                \(findings.level?.unit), \(findings.level?.comparator), \(findings.genotype), \(findings.method),
                \(range?.low), \(range?.high), \(range?.criticalMultiple), \(range?.source),
                \(version.interpretation.flag), \(verify.contains(.comparatorOpen)),
                \(verify.contains(.genotypeContradicts)),
                \(sealed: version.reason, .resultVersionReason, of: result, version.number), \(version.recordedAt),
                \(verify.contains(.implausibleJump)), \(range?.number), \(range?.severeLimit),
                \(verify.contains(.unitSuspect)), \(verify.contains(.genotypeDiffers)), \(sample.specimen),
                \(sample.collectedAt), \(sample.receivedAt),
                \(sealed: sample.performer, .resultVersionPerformer, of: result, version.number), \(sample.device),
                \(sealed: sample.comment, .resultVersionComment, of: result, version.number), \(sample.crp?.value),
                \(sample.crp?.unit),
                \(sealed: sample.orderNumber, .resultVersionOrderNumber, of: result, version.number),
                \(sealed: StoredConflicts(findings.conflicts), .resultVersionConflicts, of: result, version.number),
                \(findings.phenotype),
                \(sealed: findings.interpretation, .resultVersionInterpretation, of: result, version.number))
            """)
        try logChange(of: .result(result), version: version.number, at: version.recordedAt)
    }
}
