import FairKitAPI

extension ResultBody {
    /// Shows the current version, and all versions if they are given.
    func show() {
        showFacts([
            ("id", id), ("reference", reference), ("kit", kitCode), ("person", patientId), ("tested", testDate),
            ("level", level?.text), ("range", range.map { "\($0.low)–\($0.high) \(level?.unit ?? "")" }),
            ("flag", flag),
            ("genotype", genotype), ("phenotype", phenotype), ("interpretation", interpretation),
            ("method", method), ("status", status), ("version", "\(version)"),
            ("reason", reason), ("held for", heldFor), ("verify", verify?.joined(separator: ", ")),
            ("verified", verifiedAt), ("verified by", verifiedByName ?? verifiedBy),
            ("verified because", verificationReason), ("recorded", recordedAt), ("alert", alertId),
        ])
        guard let versions, versions.count > 1 else { return }
        print("")
        Table(
            ["VERSION", "AT", "STATUS", "LEVEL", "FLAG", "REASON"],
            versions.map {
                [
                    "\($0.version)", minute($0.recordedAt), $0.status, $0.level?.text ?? "", $0.flag ?? "",
                    $0.reason ?? "",
                ]
            }
        ).show()
    }
}
