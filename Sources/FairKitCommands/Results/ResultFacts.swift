import ArgumentParser

/// Optional facts about a result: options of the commands add and correct.
struct ResultFacts: ParsableArguments {
    @Option(help: "<, <=, >= or >, if the level is a limit.")
    var comparator: String?

    @Option(help: "The genotype, such as MM, MZ or ZZ.")
    var genotype: String?

    @Option(help: "The phenotype by isoelectric focusing, such as M, MZ or M1M2.")
    var phenotype: String?

    @Option(help: "What the result means, in the laboratory's words: up to 20,000 characters.")
    var interpretation: String?

    @Option(help: "The method of the test.")
    var method: String?

    @Option(help: "The lower limit of the laboratory's reference range; needs --high.")
    var low: String?

    @Option(help: "The upper limit of the range.")
    var high: String?
}
