import FuzzTargets
import Testing

/// A broken promise ends the process: the last case that has started names the file.
@Suite struct `What fuzzing starts from` {
    /// A scan takes up to half a second; the others take milliseconds.
    @Test(arguments: Seed.all) func `breaks no promise, as it is and changed`(seed: Seed) throws {
        let bytes = try seed.bytes()
        seed.target.run(bytes)
        var mutator = Mutator(name: seed.testDescription)
        for _ in 0..<(seed.target == .scan ? 8 : 80) { seed.target.run(mutator.changed(bytes)) }
    }

    @Test(arguments: FuzzTarget.allCases) func `is there for each target`(target: FuzzTarget) {
        #expect(Seed.all.contains { $0.target == target })
    }
}
