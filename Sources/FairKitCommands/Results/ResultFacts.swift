import ArgumentParser

/// The facts about a result that the commands add and correct take as options, and that both may leave out.
struct ResultFacts: ParsableArguments {
    @Option(help: "<, <=, >= or >, where the level is a limit.")
    var comparator: String?

    @Option(help: "Such as MM, MZ, ZZ.")
    var genotype: String?

    @Option(help: "The method of the test.")
    var method: String?

    @Option(help: "The lower limit of the laboratory's own reference range; goes with --high.")
    var low: String?

    @Option(help: "The upper limit.")
    var high: String?
}
