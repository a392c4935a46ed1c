import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The rate limits that hold for one request to a tenant. The limiter is the same for all tenants.
struct RequestLimits: Sendable {
    /// nil: no limit holds.
    private let limiter: RateLimiter?
    private let tenant: TenantName
    private let address: IPAddress?
    private let block: AddressBlock

    init(_ limiter: RateLimiter?, in tenant: TenantName, from address: IPAddress?) {
        self.limiter = limiter
        self.tenant = tenant
        self.address = address
        block = AddressBlock(address)
    }

    /// Counts a request of a client without an identity, before a password is looked at.
    func attempt(_ limit: Route.RateClass) -> RateLimiter.Verdict? {
        switch limit {
        case .signIn, .login: limiter?.take(all: AddressBlock.all(of: address).map { .signIn($0) })
        case .none, .caller, .alerts, .alertLists, .confirmation, .failedAttempts, .open: nil
        }
    }

    /// Whether a sign-in that is held up is looked at nevertheless, since it may come from a place that its account has signed in from.
    /// Looking costs no more than a key that opens nothing, and is counted like one.
    func looksAtPlace() -> Bool { limiter?.take(.address(block))?.isLetIn ?? true }

    /// Counts a request for what everyone may read.
    func reading(_ limit: Route.RateClass) -> RateLimiter.Verdict? {
        limit == .open ? limiter?.take(.open(block)) : nil
    }

    /// Counts an attempt that failed, by its address. A client whose attempts succeed is not shut out by others at the same address.
    func failedAttempt() throws(Problem) {
        guard let verdict = limiter?.take(.address(block)), !verdict.isLetIn else { return }
        throw verdict.problem
    }

    /// Counts a sign-in from a known place that is held up for others: by person, and by place, so that neither takes more hashing than
    /// others do.
    /// - Returns: nil: it goes on.
    func knownSignIn(_ email: String) -> RateLimiter.Verdict? {
        guard let email = MailAddress(email)?.folded else { return nil }
        let verdict = limiter?.take(all: [.knownPerson(tenant, email, block), .knownPlace(block)])
        return verdict?.isLetIn == false ? verdict : nil
    }

    /// Counts a request of a known caller. Reading, claiming and operating alerts never depends on what else a key has asked for: lists of
    /// them have a rate of their own, and the rest has none.
    func request(of subject: Subject, _ limit: Route.RateClass) -> RateLimiter.Verdict? {
        switch (limit, subject.role.name) {
        case (.alerts, .consumer), (.alerts, .clinician), (.alerts, .administrator): return nil
        case (.alertLists, .consumer), (.alertLists, .clinician), (.alertLists, .administrator):
            return RateHolder(subject.actor, in: tenant).flatMap { limiter?.take(.alertLists($0)) }
        case (.alerts, _), (.alertLists, _), (.caller, _), (.confirmation, _): break
        case (.none, _), (.signIn, _), (.login, _), (.failedAttempts, _), (.open, _): return nil
        }
        let verdict = RateHolder(subject.actor, in: tenant).flatMap { limiter?.take($0) }
        guard limit == .confirmation, verdict?.isLetIn ?? true, let account = subject.account else { return verdict }
        return limiter?.take(.confirmation(tenant, account)) ?? verdict
    }

    /// Counts a request that no key opens, by its address, and tells what it is answered: 401, or 429 once too many came.
    /// - Parameter limit: the route's; a sign-in at a tenant that does not exist is counted as one at a tenant that does.
    func refusal(_ limit: Route.RateClass = .none) -> Problem {
        guard let verdict = attempt(limit) ?? limiter?.take(.address(block)) else {
            return .unauthenticated
        }
        return verdict.isLetIn ? .unauthenticated.with(verdict.headers) : verdict.problem
    }

    /// Counts a client without an identity before a closed tenant is opened for it: as often as an address may sign in, by a count of its
    /// own. It is counted here, since hundreds at once would all be in before the first of them is counted as an attempt.
    func open(for limit: Route.RateClass) throws(Problem) {
        switch limit {
        case .signIn: if let verdict = limiter?.refuse(.signIn(block)) { throw verdict.problem }
        case .login, .failedAttempts: if let verdict = limiter?.refuse(.address(block)) { throw verdict.problem }
        case .none, .caller, .alerts, .alertLists, .confirmation, .open: return
        }
        let openings = limiter?.take(all: AddressBlock.all(of: address).map { .opening($0) })
        guard let openings, !openings.isLetIn else { return }
        // A sign-in may still come from a place that its account knows; how often that is looked at is counted by address.
        guard limit == .login else { throw openings.problem }
        try failedAttempt()
    }

    // MARK: - Keys that opened lately

    /// Refuses an address from which too many unknown keys came, unless this key has opened lately.
    func refuseGuess(of key: String) throws(Problem) {
        guard let limiter, !limiter.remembers(recent(key)), let verdict = limiter.refuse(.address(block)) else {
            return
        }
        throw verdict.problem
    }

    /// Remembers a key that opened, so that others at its address can't shut it out.
    func remember(_ key: String) { limiter?.remember(recent(key)) }

    /// Forgets a key that does not open any more.
    func forget(_ key: String) { limiter?.forget(recent(key)) }

    private func recent(_ key: String) -> RecentCredentials.Credential {
        RecentCredentials.Credential(apiKey: key, in: tenant, from: block)
    }
}

extension RateLimiter.Verdict? {
    /// Goes on if the verdict is good, and says on every answer, whatever comes of it, what is left.
    func limiting(_ body: () async throws -> Response) async throws -> Response {
        guard let verdict = self else { return try await body() }
        guard verdict.isLetIn else { throw verdict.problem }
        do {
            var response = try await body()
            for field in verdict.headers { response.headers[field.name] = field.value }
            return response
        } catch {
            throw LimitedFailure(error: error, headers: verdict.headers)
        }
    }
}

/// A failure, with the headers that its answer gets because a rate limit holds.
struct LimitedFailure: Error {
    let error: any Error
    let headers: HTTPFields
}

/// In the fields of draft-ietf-httpapi-ratelimit-headers-10.
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

    /// The answer to a client that exceeds its rate.
    var problem: Problem {
        var problem = Problem(
            .tooManyRequests, .rateLimited,
            "Too many requests come from this \(said). Send the same again after Retry-After, and more slowly.")
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
