import FairKitAPI
package import FairKitCore
package import FairKitService
import HTTPTypes
import Hummingbird

/// The rate limits of one request to a tenant. All tenants share the limiter.
package struct RequestLimits: Sendable {
    /// nil: rate limits are off.
    private let limiter: RateLimiter?
    private let tenant: TenantName
    private let address: IPAddress?
    private let block: AddressBlock

    package init(_ limiter: RateLimiter?, in tenant: TenantName, from address: IPAddress?) {
        self.limiter = limiter
        self.tenant = tenant
        self.address = address
        block = AddressBlock(address)
    }

    /// Counts an attempt of an unauthenticated client, before a password is checked.
    func attempt(_ limit: Route.RateClass) -> RateLimiter.Verdict? {
        switch limit {
        case .signIn, .login, .secret: limiter?.take(all: AddressBlock.all(of: address).map { .signIn($0) })
        case .none, .caller, .alerts, .alertLists, .confirmation, .failedAttempts, .open, .page: nil
        }
    }

    /// Whether to check if a rate-limited sign-in comes from an address that its account has used before. The check
    /// costs as much as an unknown key, and is counted like one.
    func checksKnownLocation() -> Bool { limiter?.take(.address(block))?.isAllowed ?? true }

    /// Counts an attempt that succeeded by its person or its secret instead of its address: many may sign in behind one.
    package func succeeded(as holder: RateHolder) {
        guard limiter?.take(holder)?.isAllowed ?? false else { return }
        limiter?.release(AddressBlock.all(of: address).map { .signIn($0) })
    }

    package func person(_ email: String) -> RateHolder? {
        MailAddress(typed: email).map { .knownPerson(tenant, $0.folded, block) }
    }

    package func secret(_ text: String) -> RateHolder {
        var hasher = Hasher()
        hasher.combine(text)
        return .secret(tenant, hasher.finalize())
    }

    /// Counts a request with a right link, by the link.
    package func reads(link: String) -> Bool { limiter?.take(secret(link))?.isAllowed ?? true }

    /// Counts the right secret of a client at an address that is rate-limited for others.
    ///
    /// - Returns: nil: it may go on.
    package func rightSecret(_ text: String) -> RateLimiter.Verdict? {
        let verdict = limiter?.take(all: [secret(text), .knownPlace(block)])
        return verdict?.isAllowed == false ? verdict : nil
    }

    /// Counts a request to a public route.
    func reading(_ limit: Route.RateClass) -> RateLimiter.Verdict? {
        limit == .open ? limiter?.take(.open(block)) : nil
    }

    /// Counts a failed attempt by its address. A client whose attempts succeed is not locked out by others at the same
    /// address.
    package func failedAttempt() throws(Problem) {
        guard let verdict = limiter?.take(.address(block)), !verdict.isAllowed else { return }
        throw verdict.problem
    }

    /// Counts a rate-limited sign-in from a known client address, by person and by address, so that neither uses more
    /// password hashing than others.
    ///
    /// - Returns: nil: it may go on.
    package func knownSignIn(_ email: String) -> RateLimiter.Verdict? {
        guard let email = MailAddress(typed: email)?.folded else { return nil }
        let verdict = limiter?.take(all: [.knownPerson(tenant, email, block), .knownPlace(block)])
        return verdict?.isAllowed == false ? verdict : nil
    }

    /// Counts a request of an authenticated caller. Reading, claiming and operating alerts never depends on the
    /// caller's other requests: lists of alerts have their own limit, and other alert routes have none.
    func request(of subject: Subject, _ limit: Route.RateClass) -> RateLimiter.Verdict? {
        switch (limit, subject.role.name) {
        case (.alerts, .consumer), (.alerts, .clinician), (.alerts, .administrator): return nil
        case (.alertLists, .consumer), (.alertLists, .clinician), (.alertLists, .administrator):
            return RateHolder(subject.actor, in: tenant).flatMap { limiter?.take(.alertLists($0)) }
        case (.page, _): return subject.account.flatMap { limiter?.take(.page(tenant, $0)) }
        case (.alerts, _), (.alertLists, _), (.caller, _), (.confirmation, _): break
        case (.none, _), (.signIn, _), (.login, _), (.secret, _), (.failedAttempts, _), (.open, _): return nil
        }
        let verdict = RateHolder(subject.actor, in: tenant).flatMap { limiter?.take($0) }
        guard limit == .confirmation, verdict?.isAllowed ?? true, let account = subject.account else { return verdict }
        return limiter?.take(.confirmation(tenant, account)) ?? verdict
    }

    /// Counts a part of a long request like a request of its own. Half of the burst stays for the caller's other requests.
    ///
    /// - Returns: whether it may go on; else it has to wait.
    package func goesOn(_ subject: Subject) -> Bool {
        guard let limiter, let holder = RateHolder(subject.actor, in: tenant) else { return true }
        return limiter.take(holder, leavingHalf: true)?.isAllowed ?? true
    }

    /// Counts a request without a valid key by its address, and returns its response: 401, or 429 after too many.
    ///
    /// - Parameter limit: the route's limit. A sign-in at an unknown tenant is counted like any other.
    func refusal(_ limit: Route.RateClass = .none) -> Problem {
        guard let verdict = attempt(limit) ?? limiter?.take(.address(block)) else {
            return .unauthenticated
        }
        return verdict.isAllowed ? .unauthenticated.with(verdict.headers) : verdict.problem
    }

    /// Counts an unauthenticated client before a closed tenant is opened for it. The limit is the one of sign-ins, with
    /// its own count. Counting only later would let hundreds of parallel requests in.
    func open(for limit: Route.RateClass) throws(Problem) {
        switch limit {
        case .signIn: if let verdict = limiter?.refuse(.signIn(block)) { throw verdict.problem }
        case .login, .secret, .failedAttempts, .page:
            if let verdict = limiter?.refuse(.address(block)) { throw verdict.problem }
        case .none, .caller, .alerts, .alertLists, .confirmation, .open: return
        }
        let openings = limiter?.take(all: AddressBlock.all(of: address).map { .opening($0) })
        guard let openings, !openings.isAllowed else { return }
        // A sign-in may still come from a known client address; that check is counted by address.
        guard limit == .login || limit == .secret || limit == .page else { throw openings.problem }
        try failedAttempt()
    }

    // MARK: - Recently valid credentials

    /// Refuses an address that sent too many unknown keys, unless this key was valid recently.
    func refuseGuess(of key: String) throws(Problem) {
        guard let limiter, !limiter.remembers(recent(key)), let verdict = limiter.refuse(.address(block)) else {
            return
        }
        throw verdict.problem
    }

    /// Remembers a valid key, so that others at its address can't lock it out.
    package func remember(_ key: String) { limiter?.remember(recent(key)) }

    /// Forgets a key that is no longer valid.
    func forget(_ key: String) { limiter?.forget(recent(key)) }

    private func recent(_ key: String) -> RecentCredentials.Credential {
        RecentCredentials.Credential(apiKey: key, in: tenant, from: block)
    }
}

extension RateLimiter.Verdict? {
    /// Runs the body if the verdict allows it, and adds the rate limit headers to every response.
    func limiting(_ body: () async throws -> Response) async throws -> Response {
        guard let verdict = self else { return try await body() }
        guard verdict.isAllowed else { throw verdict.problem }
        do {
            var response = try await body()
            for field in verdict.headers { response.headers[field.name] = field.value }
            return response
        } catch {
            throw LimitedFailure(error: error, headers: verdict.headers)
        }
    }
}

/// An error whose response gets rate limit headers.
struct LimitedFailure: Error {
    let error: any Error
    let headers: HTTPFields
}

/// As header fields (draft-ietf-httpapi-ratelimit-headers-10).
extension RateLimiter.Verdict {
    private static let policy = HTTPField.Name("RateLimit-Policy")
    private static let rate = HTTPField.Name("RateLimit")

    var headers: HTTPFields {
        var headers: HTTPFields = [:]
        let name = "\"\(kind.rawValue)\""
        if let policy = Self.policy { headers[policy] = "\(name);q=\(limit.burst);w=\(limit.window)" }
        if let rate = Self.rate { headers[rate] = "\(name);r=\(answer.remaining);t=\(answer.secondsToNext)" }
        return headers
    }

    /// The response to a client that exceeds its rate limit.
    package var problem: Problem {
        var problem = Problem(
            .tooManyRequests, .rateLimited,
            "Too many requests from this \(said). Send the request again after Retry-After, and more slowly.")
        problem.headers = headers
        problem.headers[.retryAfter] = "\(max(1, answer.secondsToNext))"
        return problem
    }

    private var said: String {
        switch kind {
        case .key: "key"
        case .account: "account"
        case .address, .open: "address"
        case .signIn: "address or account"
        case .alertLists: "key or account for lists of alerts"
        }
    }
}
