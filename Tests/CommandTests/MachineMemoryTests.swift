import FairKitServer
import Testing

@Suite struct `The memory that a process may have` {
    private let machine = "MemTotal:        4030212 kB\nMemFree:          100000 kB\n"

    private func bytes(_ files: [String: String], space: Int? = nil) -> Int? {
        MachineMemory.bytes(read: { files[$0] }, addressSpace: space)
    }

    @Test func `is the machine's where nothing limits it`() {
        #expect(bytes(["/proc/meminfo": machine]) == 4_030_212 * 1024)
        #expect(
            bytes([
                "/proc/meminfo": machine, "/proc/self/cgroup": "0::/system.slice/fairkit.service\n",
                "/sys/fs/cgroup/system.slice/fairkit.service/memory.max": "max\n",
            ]) == 4_030_212 * 1024)
    }

    @Test(arguments: ["", "/system.slice", "/system.slice/fairkit.service"])
    func `is what its control group may have, or one that it is in`(group: String) {
        #expect(
            bytes([
                "/proc/meminfo": machine, "/proc/self/cgroup": "0::/system.slice/fairkit.service\n",
                "/sys/fs/cgroup\(group)/memory.max": "536870912\n",
            ]) == 536_870_912)
    }

    @Test func `is that of a group of the first version, too`() {
        #expect(
            bytes([
                "/proc/meminfo": machine, "/proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/a/b\n",
                "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "9223372036854771712\n",
                "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "268435456\n",
            ]) == 268_435_456)
    }

    @Test func `is what it may map, if that is less`() {
        #expect(bytes(["/proc/meminfo": machine], space: 1 << 31) == 1 << 31)
    }

    @Test(arguments: [(256, 1), (1024, 1), (1280, 2), (2048, 3), (16_384, 4)])
    func `bounds the workers that read photos`(megabytes: Int, count: Int) {
        #expect(MachineMemory.scanWorkers(cores: 4, memory: megabytes << 20) == count)
        #expect(MachineMemory.scanWorkers(cores: 4, memory: nil) == 4)
    }

    /// The server would otherwise end by a signal, once photos, sign-ins and results come together.
    @Test func `is refused below a floor, with the setting to raise`() {
        func said(_ memory: Int?, _ space: Int?) -> String? {
            MachineMemory.refusal(
                memory: memory.map { $0 << 20 }, addressSpace: space.map { $0 << 20 }, cores: 2
            ).map { "\($0)" }
        }
        #expect(said(4096, nil) == nil && said(nil, nil) == nil && said(192, nil) == nil && said(2048, 2048) == nil)
        #expect(said(600, 600)?.contains("limited to 600 MB (ulimit -v") == true)
        #expect(said(128, nil)?.contains("MemoryMax=") == true)
    }

    @Test func `is not known where the system says nothing`() {
        #expect(bytes([:]) == nil)
        #expect(MachineMemory.bytes() ?? 0 > 64 << 20)
    }
}
