extension AATUnit {
    /// The upper limit of the general adult range, by which the floor counts: no table of a tenant changes it.
    ///
    /// 200 mg/dL: the built-in range of decision 0106. 53 umol/L: the upper limit of the normal range that the statement
    /// of ATS and ERS gives (Am J Respir Crit Care Med 2003;168:818–900).
    package var generalUpperLimit: Thousandths {
        switch self {
        case .milligramsPerDecilitre: Thousandths(count: 200_000)
        case .gramsPerLitre: Thousandths(count: 2000)
        case .micromolesPerLitre: Thousandths(count: 53_000)
        }
    }

    /// From this level on a result is critical, whatever a range, a multiple or a laboratory says: four times the general
    /// upper limit. In an acute phase the level rises three- to fourfold at most (Janciauskiene et al., Respir Med
    /// 2011;105:1129–39), so no range of healthy people contains it.
    package var criticalFloor: Thousandths {
        Thousandths(count: generalUpperLimit.count * ReferenceRange.standardMultiple.count / 1000)
    }

    /// The upper limits of reference ranges: half the least and twice the highest that laboratories publish.
    var plausibleUpperLimits: ClosedRange<Thousandths> {
        switch self {
        case .milligramsPerDecilitre: Thousandths(count: 75_000)...Thousandths(count: 700_000)
        case .gramsPerLitre: Thousandths(count: 750)...Thousandths(count: 7000)
        case .micromolesPerLitre: Thousandths(count: 15_000)...Thousandths(count: 140_000)
        }
    }
}

extension AppliedRange {
    /// Whether the floor, and not this range, makes a level critical. Twice the thousandths are compared, so that "just
    /// above" a number is a number as well.
    package func needsFloor(at level: Level) -> Bool {
        guard level.comparator != .less, level.comparator != .lessOrEqual else { return false }
        let position = 2 * level.value.count + (level.comparator == nil ? 0 : 1)
        return position >= 2 * level.unit.criticalFloor.count && !isCritical(position)
    }

    /// Whether a position, in twice the thousandths, reaches the critical multiple of the upper limit.
    func isCritical(_ position: Int64) -> Bool { 1000 * position >= 2 * criticalMultiple.count * high.count }

    /// How many whole times a level is its upper limit; the general one, if the floor makes it critical.
    package func times(_ level: Level) -> Int64 {
        let limit = needsFloor(at: level) ? level.unit.generalUpperLimit : high
        return limit.count > 0 ? level.value.count / limit.count : 0
    }
}
