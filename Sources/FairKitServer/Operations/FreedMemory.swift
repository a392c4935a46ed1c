import CMemory
import FoundationEssentials
import Glibc

/// Freed memory that the C library keeps.
enum FreedMemory {
    /// Resident bytes that no allocation holds: freed memory, code, stacks and the like. Computed as the resident pages
    /// in `/proc/self/statm` (proc(5)) minus the memory in use by mallinfo2(3).
    @Sendable static func unused() -> Int {
        let use = mallinfo2()
        return resident - Int(use.uordblks) - Int(use.hblkhd)
    }

    /// Returns freed memory to the system, also from the middle of arenas. Takes some milliseconds.
    @Sendable static func release() { _ = malloc_trim(0) }

    private static var resident: Int {
        let fields = (MachineMemory.text(of: "/proc/self/statm") ?? "").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
