/// Reads the Code 128 symbols of one grey picture after another, step by step from cheap to thorough.
package struct PictureReader: ~Copyable {
    private var scanner: Code128Scanner

    package init() throws(Code128Scanner.Unavailable) {
        scanner = try Code128Scanner()
    }

    /// Carries out the steps until the search is satisfied or its time is used up.
    ///
    /// The step in which it becomes enough is finished, so that codes beside each other are found together.
    /// A step that would outlast the budget is left out; a cheaper one after it may still fit.
    /// - Parameter scale: how many pixels of the reported picture one pixel of `luma` stands for, each way.
    package mutating func read(_ luma: Luma, scale: Int = 1, steps: [SearchStep], in search: inout Search) {
        var levels = [luma]
        for step in steps where !search.isSatisfied {
            let effort = step.effort(width: luma.width, height: luma.height)
            guard search.allows(effort: effort) else { continue }
            search.carryOut(effort: effort) {
                while levels.count <= step.level { levels.append(levels[levels.count - 1].halved()) }
                return carryOut(step, on: levels[step.level], scale: scale << step.level)
            }
        }
    }

    /// Reads a picture alone, by the plan for its size.
    package mutating func read(
        _ luma: Luma, budget: TimeBudget, until enough: @escaping ([Symbol]) -> Bool
    ) -> [Symbol] {
        var search = Search(budget: budget, until: enough)
        read(luma, steps: SearchPlan.steps(width: luma.width, height: luma.height), in: &search)
        return search.findings.symbols
    }

    private mutating func carryOut(_ step: SearchStep, on level: Luma, scale: Int) -> [Symbol] {
        guard step.degrees != 0 else {
            let seen = scanner.scan(level, density: step.density)
            return seen.map { $0.moved { Point(x: $0.x * scale, y: $0.y * scale) } }
        }
        let turn = Turn(degrees: Double(step.degrees), width: level.width, height: level.height)
        return scanner.scan(level.turned(by: turn), density: step.density).map { symbol in
            symbol.moved { corner in
                let origin = turn.origin(x: Double(corner.x), y: Double(corner.y))
                return Point(x: Int(origin.x.rounded()) * scale, y: Int(origin.y.rounded()) * scale)
            }
        }
    }
}
