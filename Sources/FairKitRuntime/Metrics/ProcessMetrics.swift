import CoreMetrics
import FoundationEssentials
import Glibc

/// Metrics of the process, under Prometheus' standard names:
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
struct ProcessMetrics: Sendable {
    private let memory, descriptors, mostDescriptors: Meter

    init(_ factory: any MetricsFactory) {
        func meter(_ name: String) -> Meter { Meter(label: "process_\(name)", factory: factory) }
        memory = meter("resident_memory_bytes")
        descriptors = meter("open_fds")
        mostDescriptors = meter("max_fds")
        let ticksSinceBoot = ProcessMetrics.field(22)
        let age = time(CLOCK_BOOTTIME) - ticksSinceBoot / Double(sysconf(Int32(_SC_CLK_TCK)))
        meter("start_time_seconds").set(time(CLOCK_REALTIME) - age)
    }

    func show() {
        memory.set(ProcessMetrics.field(24) * Double(sysconf(Int32(_SC_PAGESIZE))))
        let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // One of them is the descriptor of the directory itself.
        descriptors.set((open?.count ?? 1) - 1)
        var limit = rlimit()
        if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            mostDescriptors.set(Double(limit.rlim_cur))
        }
    }

    /// A field of `/proc/self/stat`, by its number in proc(5). The second is the program's name in brackets.
    private static func field(_ number: Int) -> Double {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/stat")) else { return 0 }
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > number - 3 ? Double(fields[number - 3]) ?? 0 : 0
    }
}

/// The time of a clock in seconds.
private func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
