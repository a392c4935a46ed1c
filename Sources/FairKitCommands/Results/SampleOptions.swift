import ArgumentParser

/// What a laboratory knows of the sample: options of `fairkit result add`.
struct SampleOptions: ParsableArguments {
    @Option(help: "The laboratory's id of the specimen.")
    var specimenID: String?

    @Option(help: "The time of collection, such as 2026-11-19T08:30:00Z.")
    var collectedAt: String?

    @Option(help: "The time at which the laboratory received the sample.")
    var receivedAt: String?

    @Option(help: "The laboratory or person that measured the level.")
    var performer: String?

    @Option(help: "The device that measured the level.")
    var device: String?

    @Option(help: "A comment, which the patient and clinicians can read.")
    var comment: String?

    @Option(name: .customLong("crp"), help: "The level of C-reactive protein; needs --crp-unit.")
    var crp: String?

    @Option(name: .customLong("crp-unit"), help: "mg/L or mg/dL.", completion: .list(["mg/L", "mg/dL"]))
    var crpUnit: String?

    @Option(help: "The number of the laboratory's order.")
    var orderNumber: String?

    /// By the names that a row of a file uses.
    var members: [String: String] {
        let options = [
            "specimenId": specimenID, "collectedAt": collectedAt, "receivedAt": receivedAt, "performer": performer,
            "device": device, "comment": comment, "crp": crp, "crpUnit": crpUnit, "orderNumber": orderNumber,
        ]
        return options.compactMapValues { $0 }
    }
}
