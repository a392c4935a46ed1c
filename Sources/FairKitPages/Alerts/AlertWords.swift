import FairKitCore
import FairKitService

/// How pages say alerts: who it is about, why it was raised, who was told.
extension Reader {
    /// The patient's name, or what tells two alerts apart for a reader who may not read it.
    func name(of alert: NamedAlert) -> String {
        alert.patientName
            ?? "\(self[.nameNotShown]), "
            + self[.alertNumber, ["number": .text(String(alert.resultID.description.suffix(4)).uppercased())]]
    }

    /// The facts by which two people of one name are told apart.
    func facts(of identity: PatientIdentity?) -> HTML? {
        identity.map { identity in
            let birth = identity.birthDate.map { self[.bornOn, ["date": .text(language.text(of: $0))]] + " · " } ?? ""
            return "\(birth)<span class=\"code\">\(identity.kitCode.description)</span>"
        }
    }

    /// Names of receivers, each once.
    func names(_ receivers: [Notice.Receiver], _ known: [Notice.Receiver: String]) -> String {
        var names: [String] = []
        for name in receivers.map({ self.name(of: $0, known) }) where !names.contains(name) { names.append(name) }
        return names.isEmpty ? self[.nobodyYet] : names.joined(separator: ", ")
    }

    private func name(of receiver: Notice.Receiver, _ known: [Notice.Receiver: String]) -> String {
        switch receiver {
        case .account, .profile: known[receiver] ?? self[.thePatient]
        case .team: known[receiver] ?? self[.aTeam]
        case .operatorContact, .address: self[.theOperator]
        }
    }

    /// Why an alert was raised, in a sentence.
    func reason(of alert: Alert) -> String { alert.isWithdrawn ? self[.whyWithdrawn] : self[alert.rule.why] }

    /// How long ago, which the script counts on; the exact time follows it.
    func counting(_ time: Timestamp, at now: Timestamp) -> HTML {
        let minutes = Int(time.distance(to: now).components.seconds / 60)
        let words = self[.minutesAgo, ["count": .number(max(0, minutes))]]
        return "<time datetime=\"\(time.description)\" data-ago>\(words)</time> (\(clock(time)))"
    }

    /// When a step comes, and in how long. One that is due already comes now.
    func coming(_ time: Timestamp, at now: Timestamp) -> HTML {
        let minutes = Int((now.distance(to: time).components.seconds + 59) / 60)
        let words = self[.inMinutes, ["count": .number(max(0, minutes))]]
        return "\(clock(time)) (<time datetime=\"\(time.description)\" data-ago=\"next\">\(words)</time>)"
    }
}

extension AlertRule {
    var why: PageText {
        switch self {
        case .criticalHigh: .whyCriticalHigh
        case .severeLow: .whySevereLow
        case .implausibleJump: .whyJump
        case .genotypeMismatch: .whyGenotype
        case .corrected: .whyCorrected
        }
    }
}

extension AlertState {
    var text: PageText {
        switch self {
        case .open: .stateOpen
        case .acknowledged: .stateAcknowledged
        case .resolved: .stateResolved
        case .retracted: .stateRetracted
        }
    }
}

extension AlertResolution.Outcome {
    var text: PageText {
        switch self {
        case .patientReached: .outcomeReached
        case .patientTreated: .outcomeTreated
        case .repeatOrdered: .outcomeRepeat
        case .falseAlarm: .outcomeFalseAlarm
        case .patientUnreachable: .outcomeUnreachable
        case .patientDied: .outcomeDied
        case .other: .outcomeOther
        }
    }
}

extension NamedAlert {
    /// Whether its reader may read whose it is, or the result has no patient yet.
    var isKnown: Bool { patientName != nil || alert.profileID == nil }

    /// How its level is interpreted; nil: no level holds.
    var flag: AbnormalFlag? {
        alert.standing.flatMap { Interpretation(of: $0.level, in: $0.range, genotype: nil).flag }
    }
}

extension ReadBackPart {
    /// The id of the input.
    var field: String {
        switch self {
        case .value: "value"
        case .reference: "reference"
        case .unit: "unit"
        case .birthDate: "day"
        case .familyName: "familyName"
        case .kitCode: "kitCode"
        }
    }

    var label: PageText {
        switch self {
        case .value: .levelWord
        case .reference: .labNumber
        case .unit: .unit
        case .birthDate: .birthDate
        case .familyName: .familyName
        case .kitCode: .kitCode
        }
    }
}

extension ReadBack.Reached {
    var text: PageText {
        switch self {
        case .patientByPhone: .reachedPatientByPhone
        case .patientInPerson: .reachedPatientInPerson
        case .colleagueByPhone: .reachedColleagueByPhone
        case .colleagueInPerson: .reachedColleagueInPerson
        case .noOtherPerson: .reachedNoOther
        }
    }
}
