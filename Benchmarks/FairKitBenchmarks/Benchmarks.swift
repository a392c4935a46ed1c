import ArgumentParser

/// The commands of `scripts/bench`: each measures one thing against real stores and prints JSON, one object a line.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "FairKitBenchmarks",
        subcommands: [
            Seed.self, Patient.self, Townspeople.self, Writes.self, Commits.self, Queries.self, Lists.self, Claims.self,
            Pairs.self, Alarms.self, PeopleSearch.self, PeopleRows.self, EmptyRoute.self,
        ])
}
