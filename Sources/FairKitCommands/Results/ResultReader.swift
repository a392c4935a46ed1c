import ArgumentParser

/// The role in which a command reads results: administrators can't read results.
struct ResultReader: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show the results of this laboratory. Without it: the results of people who let clinicians see them.",
            valueName: "name"))
    var laboratory: String?

    var role: LocalClient.Role { laboratory.map { .laboratory($0) } ?? .clinician }
}
