import CMemory
import FoundationEssentials
import Glibc

/// What the C library has kept of the memory that was freed.
enum FreedMemory {
    /// Bytes in memory that no allocation holds: what was freed and kept, code, stacks and the like.
    /// The program's resident pages, by `/proc/self/statm` (proc(5)), less what mallinfo2(3) says is in use.
    @Sendable static func unused() -> Int {
        let use = mallinfo2()
        return resident - Int(use.uordblks) - Int(use.hblkhd)
    }

    /// Has the C library give back to the system what was freed, in the middle of its arenas, too. It takes some milliseconds.
    @Sendable static func giveBack() { _ = malloc_trim(0) }

    private static var resident: Int {
        let fields = (MachineMemory.text(of: "/proc/self/statm") ?? "").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
