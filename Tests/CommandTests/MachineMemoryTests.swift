import FairKitServer
import Testing

@Suite struct `The memory that a process may have` {
    private let machine = "MemTotal:        4030212 kB\nMemFree:          100000 kB\n"

    private func bytes(_ files: [String: String]) -> Int? { MachineMemory.bytes { files[$0] } }

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

    @Test func `is not known where the system says nothing`() {
        #expect(bytes([:]) == nil)
        #expect(MachineMemory.bytes() ?? 0 > 64 << 20)
    }
}
