import CQREncode

/// A QR code (ISO/IEC 18004), made by libqrencode.
package struct QRCode: Sendable {
    /// Rows from the top, each from the left; true is dark. There are as many columns as rows.
    package let modules: [[Bool]]

    /// - Parameter text: nil if it is longer than the largest code holds: some 2,300 bytes.
    package init?(_ text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        let data = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        // The lowest bit is the colour; the others describe the module's role.
        modules = (0..<width).map { row in (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 } }
    }

    /// An SVG picture: one path, with the standard's margin of four modules.
    package var svg: String {
        let width = modules.count + 8
        let path = modules.indices.flatMap { row in
            modules[row].indices.filter { modules[row][$0] }.map { "M\($0 + 4) \(row + 4)h1v1h-1z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(width)v\(width)H0z"/><path d="\(path.joined())"/></svg>
            """
    }
}
