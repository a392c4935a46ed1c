package import FairKitCore
import Glibc

/// Resolves a host name to its addresses; none if there is no such host.
package typealias HostResolver = @Sendable (_ host: String) async -> [IPAddress]

/// The system's resolver. Its limit applies to the whole process, across all tenants.
package let systemHostResolver: HostResolver = { await systemLookups.addresses(of: $0) }

private let systemLookups = HostLookups(atMost: 8, by: resolve)

/// The addresses in the order of RFC 6724, each once.
private func resolve(_ host: String) -> [IPAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var found: [IPAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
        if let address = unsafe IPAddress(entry.pointee), !found.contains(address) { found.append(address) }
        unsafe next = entry.pointee.ai_next
    }
    return found
}

extension IPAddress {
    fileprivate init?(_ info: addrinfo) {
        guard let address = unsafe info.ai_addr else { return nil }
        let raw = UnsafeRawPointer(address)
        switch unsafe info.ai_family {
        case AF_INET:
            let number = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
            self.init(bytes: unsafe withUnsafeBytes(of: number) { unsafe Array($0) })
        case AF_INET6:
            let number = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: unsafe withUnsafeBytes(of: number) { unsafe Array($0) })
        default: return nil
        }
    }
}
