import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// The lock of a page whose reader went away. The script covers the page and keeps what was typed; the server ends the session
/// by its own count, until the person proves who they are. See decision 0159.
enum Lock {
    /// The question before the lock, and the lock.
    static func dialogs(_ reader: Reader) -> HTML? {
        guard reader.own != nil else { return nil }
        return """
            <dialog id="still" aria-labelledby="still-title"><h2 id="still-title">\(reader[.stillThere])</h2>
            <p>\(reader[.stillThereWhy])</p>
            <form id="stay" method="post" action="\(to: reader["/stay"])">\(Shell.token(reader))\
            <button autofocus>\(reader[.stay])</button></form></dialog>
            <dialog id="locked" aria-labelledby="locked-title"><h2 id="locked-title">\(reader[.locked])</h2>
            <p>\(reader[.lockedWhy, ["name": .text(reader.name)]])</p><p id="open" role="status"></p>
            \(form(reader, []))
            <p><a href="\(to: reader["/sign-in"])">\(reader[.otherPerson])</a></p></dialog>
            """
    }

    private static func form(_ reader: Reader, _ wrong: [Wrong]) -> HTML {
        """
        <form id="unlock" method="post" action="\(to: reader["/unlock"])">\(Shell.token(reader))\
        \(ProvePage.fields(reader, wrong, within: "unlock-"))
        <button>\(reader[.unlock])</button></form>
        """
    }

    /// The person is there. The frame has counted it.
    static func stay(_ page: PageCall, _ form: Form) -> Response { Response(status: .noContent) }

    /// Unlocks the session by password and code, or locks it, and says how much is open without saying of whom.
    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        guard let cookie = call.request.cookie(named: PageCookie.session(of: call.tenant.name)) else {
            throw Problem.unauthenticated
        }
        let subject = try await call.holder(of: cookie)
        let caller = Caller(
            subject: subject, route: "unlock", requestID: call.context.requestID, address: call.address?.description)
        let page = try await PageCall(Call(unauthenticated: call, caller: caller))
        try FormToken.check(form, of: page)
        guard form["lock"].isEmpty else { return try await lock(cookie, page) }
        do throws(Refusal<OwnAccountFailure>) {
            try await page.tenancy.ownAccount.unlock(
                password: form["password"], code: SecondFactorCode(typed: form["code"]), by: caller)
        } catch {
            guard let wrong = ProvePage.wrong(error, page.reader) else { throw error }
            return refuse(page, wrong)
        }
        return Response(status: .noContent)
    }

    private static func lock(_ cookie: String, _ page: PageCall) async throws -> Response {
        let reader = page.reader
        var open: HTML = "<p id=\"open\"></p>"
        if reader.may(.acknowledgeAlert) {
            let count = try await page.tenancy.alerts.openCriticals(by: page.caller).count
            open = "<p id=\"open\">\(reader[.openCriticals, ["count": .number(count)]])</p>"
        }
        try await page.tenancy.callers.lock(page: cookie)
        return answer(.ok, open)
    }

    private static func refuse(_ page: PageCall, _ wrong: Wrong) -> Response {
        answer(.unprocessableContent, form(page.reader, [wrong]))
    }

    /// A part of a page, for the script.
    private static func answer(_ status: HTTPResponse.Status, _ part: HTML) -> Response {
        Response(status: status, headers: Document.headers, body: .init(byteBuffer: .init(bytes: part.bytes)))
    }
}

extension UnauthenticatedCall {
    /// The person of a session that may be locked. Where an address is limited, a right cookie is counted by itself.
    fileprivate func holder(of cookie: String) async throws -> Subject {
        let subject: Subject
        do { subject = try await tenancy.callers.holder(page: cookie) } catch {
            guard case .unknown = error, let throttledBy else { throw error }
            throw throttledBy.problem
        }
        if throttledBy == nil {
            limits.succeeded(as: limits.secret(cookie))
        } else if let verdict = limits.rightSecret(cookie) {
            throw verdict.problem
        }
        return subject
    }
}
