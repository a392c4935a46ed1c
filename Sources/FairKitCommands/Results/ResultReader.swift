import ArgumentParser

/// In which role a command reads results: an administrator reads none.
struct ResultReader: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "As this laboratory, which sees its own results. Without it: as a clinician's system, which sees those of people who let clinicians see them.",
            valueName: "name"))
    var laboratory: String?

    var role: LocalClient.Role { laboratory.map { .laboratory($0) } ?? .clinician }
}
