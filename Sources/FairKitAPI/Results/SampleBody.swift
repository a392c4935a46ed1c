package import FairKitCore

/// A laboratory's data on a sample, on the wire.
package struct SampleBody: Codable, JSONBody, Hashable, Sendable {
    package let specimenId: String?
    package let collectedAt: String?
    package let receivedAt: String?
    package let performer: String?
    package let device: String?
    package let comment: String?
    package let crp: CRPBody?
    package let orderNumber: String?

    /// A level of C-reactive protein.
    package struct CRPBody: Codable, JSONBody, Hashable, Sendable {
        package let value: ExactNumber
        package let unit: String

        package init(value: ExactNumber, unit: String) {
            self.value = value
            self.unit = unit
        }
    }

    package init(
        specimenId: String?, collectedAt: String?, receivedAt: String?, performer: String?, device: String?,
        comment: String?, crp: CRPBody?, orderNumber: String?
    ) {
        self.specimenId = specimenId
        self.collectedAt = collectedAt
        self.receivedAt = receivedAt
        self.performer = performer
        self.device = device
        self.comment = comment
        self.crp = crp
        self.orderNumber = orderNumber
    }

    /// nil: the laboratory sent nothing of this.
    package init?(_ sample: SampleFacts) {
        guard sample != SampleFacts() else { return nil }
        specimenId = sample.specimen
        collectedAt = sample.collectedAt.map { "\($0)" }
        receivedAt = sample.receivedAt.map { "\($0)" }
        performer = sample.performer
        device = sample.device
        comment = sample.comment
        crp = sample.crp.map { CRPBody(value: .thousandths($0.value), unit: $0.unit.rawValue) }
        orderNumber = sample.orderNumber
    }
}

/// A level in another unit, to be shown beside the reported one.
package struct ConvertedBody: Decodable, JSONBody, Hashable, Sendable {
    package let value: ExactNumber
    package let unit: String
    package let comparator: String?
    /// How the value was calculated: `umol/L = 0.1923 × mg/dL`.
    package let factor: String
    package let rounded: Bool

    package init(_ level: ConvertedLevel) {
        value = .thousandths(level.value)
        unit = level.unit.rawValue
        comparator = level.comparator?.rawValue
        rounded = level.isRounded
        factor =
            switch level.factor {
            case .mass: "g/L = 0.01 × mg/dL"
            case .molar(.kilodaltons52): "umol/L = 0.1923 × mg/dL (52 kDa)"
            case .molar(.kilodaltons54): "umol/L = 0.185 × mg/dL (54 kDa)"
            }
    }
}
