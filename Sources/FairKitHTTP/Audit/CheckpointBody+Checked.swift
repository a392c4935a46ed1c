import FairKitAPI
import FairKitCore
import TextEncodings

extension CheckpointBody {
    func checked() throws(Invalid) -> AuditCheckpoint {
        guard let at = Timestamp(at) else { throw Invalid("/checkpoint/at", "a time as it was exported") }
        guard let mac = bytes(hexadecimal: mac) else { throw Invalid("/checkpoint/mac", "hexadecimal digits") }
        guard let signature = bytes(hexadecimal: signature) else {
            throw Invalid("/checkpoint/signature", "hexadecimal digits")
        }
        return AuditCheckpoint(position: checkpoint, number: number, mac: mac, at: at, signature: signature)
    }
}
