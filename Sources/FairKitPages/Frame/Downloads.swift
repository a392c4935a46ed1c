import FairKitFrame
import HTTPTypes
import NIOCore

/// Files that pages offer. No browser keeps one longer than its page.
extension PageCall {
    /// A table for a spreadsheet.
    func csv(_ file: CSVFile, as name: String, _ type: String = "text/csv; charset=utf-8; header=present") -> Response {
        call.file(
            ByteBuffer(string: file.text), type, "attachment; filename=\"\(name).csv\"", [.cacheControl: "no-store"])
    }

    func pdf(_ bytes: [UInt8], as name: String) -> Response {
        call.file(
            ByteBuffer(bytes: bytes), "application/pdf", "inline; filename=\"\(name).pdf\"", [.cacheControl: "no-store"]
        )
    }

    func jpeg(_ bytes: [UInt8]) -> Response {
        call.file(ByteBuffer(bytes: bytes), "image/jpeg", nil, [.cacheControl: "private, no-store"])
    }
}
