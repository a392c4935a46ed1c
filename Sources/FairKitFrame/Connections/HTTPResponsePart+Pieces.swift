import NIOCore
package import NIOHTTPTypes

extension HTTPResponsePart: Piecewise {
    package var byteCount: Int {
        guard case .body(let buffer) = self else { return 0 }
        return buffer.readableBytes
    }

    package func pieces(of size: Int) -> [HTTPResponsePart] {
        guard case .body(let buffer) = self else { return [self] }
        return buffer.pieces(of: size).map { .body($0) }
    }
}
