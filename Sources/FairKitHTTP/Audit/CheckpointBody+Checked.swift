import FairKitAPI
import FairKitCore
import FairKitFrame
import TextEncodings

extension CheckpointBody {
    /// nil: it is invalid, and a fault is recorded.
    func checked(_ faults: inout Faults) -> AuditCheckpoint? {
        let (at, mac, signature) = (Timestamp(at), bytes(hexadecimal: mac), bytes(hexadecimal: signature))
        faults.require(at != nil, "/checkpoint/at", "a time as it was exported")
        faults.require(mac != nil, "/checkpoint/mac", "hexadecimal digits")
        faults.require(signature != nil, "/checkpoint/signature", "hexadecimal digits")
        guard let at, let mac, let signature else { return nil }
        return AuditCheckpoint(position: checkpoint, number: number, mac: mac, at: at, signature: signature)
    }
}
