/// Walks through the beginnings and ends of many periods in the order of time.
struct Sweep {
    /// A shift or an override that begins or ends.
    enum Part: Equatable {
        case shift(AccountID)
        /// An override, by its index.
        case override(Int)
    }

    private let start: Timestamp
    private let end: Timestamp
    private var edges: [(at: Timestamp, part: Part, step: Int)] = []

    init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// Adds a period; what lies outside the walk is cut off.
    mutating func add(_ period: Range<Timestamp>, _ part: Part) {
        let (from, until) = (max(period.lowerBound, start), min(period.upperBound, end))
        guard from < until else { return }
        edges.append((from, part, 1))
        edges.append((until, part, -1))
    }

    /// - Parameter choose: the members on call, from those on shift and the overrides in force.
    func periods(_ choose: (Set<AccountID>, [Int]) -> [AccountID]) -> [OnCallPeriod] {
        var periods: [OnCallPeriod] = []
        var shifts: [AccountID: Int] = [:]
        var overrides: Set<Int> = []
        var open = (since: start, members: choose([], []))
        let edges = edges.sorted { $0.at < $1.at }
        var index = 0
        while index < edges.count {
            let time = edges[index].at
            while index < edges.count, edges[index].at == time {
                let edge = edges[index]
                switch edge.part {
                case .shift(let member): shifts[member, default: 0] += edge.step
                case .override(let index): if edge.step > 0 { overrides.insert(index) } else { overrides.remove(index) }
                }
                index += 1
            }
            let members = choose(Set(shifts.filter { $0.value > 0 }.keys), overrides.sorted())
            guard members != open.members else { continue }
            if open.since < time {
                periods.append(OnCallPeriod(from: open.since, until: time, members: open.members))
            }
            open = (time, members)
        }
        if open.since < end { periods.append(OnCallPeriod(from: open.since, until: end, members: open.members)) }
        return periods
    }
}
