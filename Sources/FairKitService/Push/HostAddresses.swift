import Coordination
package import FairKitCore
import Glibc

/// Finds the addresses of a host; none if there is no such host.
package typealias HostAddresses = @Sendable (_ host: String) async -> [IPAddress]

/// Asks the system. It blocks, so it does so on a thread of its own, for which a task that is cancelled does not wait.
package let systemHostAddresses: HostAddresses = { host in
    let answer = Monitor<[IPAddress]?, Void, [IPAddress]>(nil)
    BlockingThread().submit {
        let found = lookUp(host)
        answer.withLock { known, waiters in
            known = found
            waiters.wakeAll(with: found)
        }
    }
    return await answer.wait(as: (), ifCancelled: []) { known, _ in known }
}

/// In the order of RFC 6724, each once.
private func lookUp(_ host: String) -> [IPAddress] {
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
