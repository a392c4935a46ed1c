import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL

extension OutboundFailure {
    /// The failure of an error that ended a request.
    init(_ error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE: self = .disconnected
        case is IOError: self = .unreachable
        case HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown: self = .disconnected
        case is HTTPParserError: self = .malformed
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsError
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout: self = .unreachable
            case .tlsHandshakeTimeout: self = .tlsError
            case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout: self = .timeout
            default: self = .disconnected
            }
        default: self = .disconnected
        }
    }
}
