import FairKitAPI

extension ProfileBody {
    func show() {
        let given = [
            ("clinicians", consents?.clinicians), ("research", consents?.research), ("partners", consents?.partners),
        ]
        .filter { $0.1 == true }.map(\.0)
        showFacts(
            [
                ("id", id), ("name", name.full), ("birth date", birthDate), ("sex", sex),
                ("e-mail", contact?.email), ("phone", contact?.phone), ("language", language),
                ("time zone", timeZone), ("genotype", knownGenotype),
            ] + (identifiers ?? []).map { ("identifier", "\($0.system) \($0.value)") } + [
                ("consents", given.isEmpty ? "none" : given.joined(separator: ", ")),
                ("version", version.map { "\($0)" }),
                ("made", createdAt),
            ])
    }
}
