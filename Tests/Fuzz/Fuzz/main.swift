import CFuzzer
import FuzzTargets
import Glibc

// `FAIRKIT_FUZZ_TARGET` names what is fuzzed. See `scripts/fuzz`.
let name = unsafe getenv("FAIRKIT_FUZZ_TARGET").map { unsafe String(cString: $0) }
guard let target = name.flatMap(FuzzTarget.init(rawValue:)) else {
    print("FAIRKIT_FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(64)
}
private let chosen = target
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
exit(
    unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        chosen.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    })
