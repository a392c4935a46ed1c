package import NIOHTTPTypes

extension HTTPResponsePart: Piecewise {
    package func pieces(of size: Int) -> [HTTPResponsePart] {
        guard case .body(let buffer) = self else { return [self] }
        return buffer.pieces(of: size).map { .body($0) }
    }
}
