import FairKitAPI
import FairKitCore
import FairKitFrame
import HTTPTypes
import Hummingbird

/// The page of a problem: it says what happened, what was stored, and what to do.
enum Refused {
    static func show(_ problem: Problem, _ request: Request, _ context: FairKitContext) -> Response {
        let tenant = context.parameters.get("tenant").map { TenantName($0) } ?? .standard
        let reader = Reader(of: request, in: tenant)
        if problem.code == .unauthenticated, request.isRead, !request.isPart, !request.uri.path.hasSuffix("/sign-in") {
            return signIn(request, reader)
        }
        if problem.code == .unauthenticated, !request.isPart, request.isOwnForm {
            var answer = Response.seeOther(reader["/sign-in/kept?to=\(request.uri.path)"])
            answer.status = .temporaryRedirect
            return answer
        }
        return show(problem, request, context, to: reader)
    }

    /// The same for a signed-in person. One whose proof of identity is missing is asked for it, and comes back.
    static func showOwn(_ problem: Problem, _ call: Call) async throws -> Response {
        let (reader, request) = (try await PageCall(call).reader, call.request)
        guard problem.code == .noAccount else { return show(problem, request, call.context, to: reader) }
        let page = request.isRead ? request.uri.string : request.formPage
        return .seeOther(reader["/prove?next=\(page)"])
    }

    private static func show(
        _ problem: Problem, _ request: Request, _ context: FairKitContext, to reader: Reader
    ) -> Response {
        let isRead = request.isRead
        let words = words(for: problem)
        let isFull = problem.code == .diskFull
        let stored: PageText =
            isRead ? .nothingSent : problem.status.kind == .serverError && !isFull ? .maybeStored : .nothingStored
        let (way, name): (Link, PageText) =
            isFull && reader.may(.acknowledgeAlert)
            ? (reader["/alerts"], .openAlerts) : (reader["/home"], .home)
        let values = problem.members.compactMapValues { member -> TextTemplate.Value? in
            if case .text(let text) = member { .text(text) } else { nil }
        }
        let content: HTML = """
            <p class="lead">\(reader[words.happened, values])</p>
            <section class="card">
              <h2>\(reader[.wasStored])</h2><p>\(reader[stored])</p>
              <h2>\(reader[.whatToDo])</h2><p>\(reader[words.remedy])</p>
              <p><a href="\(to: way)">\(reader[name])</a></p>
              <p class="soft small">\(reader[.forOperator]) <span class="code">\(context.requestID)</span></p>
            </section>
            """
        let document = Document(title: reader[words.title], status: problem.status, content: content)
        return document.response(to: reader, problem.headers.withoutChallenge)
    }

    /// A reader without a session is asked to sign in. A link in a mail, or on another site, brings no `Strict` cookie: the
    /// page asks for itself once more, and then the request is FairKit's own.
    private static func signIn(_ request: Request, _ reader: Reader) -> Response {
        if ["cross-site", "same-site"].contains(request.fetchMetadata("Site")) {
            let document: HTML = """
                <!doctype html>
                <html lang="\(reader.language.rawValue)"><head><meta charset="utf-8">\
                <meta http-equiv="refresh" content="0"><title>FairKit</title></head>
                <body><p><a href="">\(reader[.goOn])</a></p></body></html>

                """
            return Response(
                status: .ok, headers: Document.headers, body: .init(byteBuffer: .init(bytes: document.bytes)))
        }
        return .seeOther(reader["/sign-in?next=\(request.uri.string)"])
    }

    /// The words about a problem: its title, the event, the remedy.
    private typealias Words = (title: PageText, happened: PageText, remedy: PageText)

    private static func words(for problem: Problem) -> Words {
        if case .text(let name)? = problem.members[member], let text = PageText(rawValue: name) {
            return (.notSent, text, .openAgain)
        }
        switch problem.code {
        case .unauthenticated: return (.notSignedIn, .sessionEnded, .signInThenBack)
        case .challengeUnknown: return (.notSignedIn, .signInExpired, .signInAgain)
        case .signInLocked: return (.notSignedIn, .signInLocked, .resetOrWait)
        case .accountSuspended, .tenantSuspended: return (.notSignedIn, .accountSuspended, .askAdministrator)
        case .diskFull: return (.serverFull, .serverFullWhy, .serverFullRemedy)
        default: return words(for: problem.status.code)
        }
    }

    private static func words(for status: Int) -> Words {
        switch status {
        case 403: (.notAllowed, .roleForbids, .askAdministrator)
        case 404, 405: (.notHere, .wrongAddress, .checkAddress)
        case 409, 412: (.changedMeanwhile, .someoneChanged, .openAgain)
        case 413: (.tooLarge, .sentTooMuch, .sendLess)
        case 429: (.tooMany, .tooOften, .waitAMinute)
        case 503: (.busy, .serverBusy, .waitAMinute)
        case 500...: (.failed, .serverFailed, .tellOperator)
        default: (.notUnderstood, .requestBroken, .openAgain)
        }
    }

    fileprivate static let member = "page"
}

extension Problem {
    /// With the sentence that a page says about it.
    func saying(_ text: PageText) -> Problem { with(Refused.member, .text(text.rawValue)) }
}

extension Request {
    fileprivate var isRead: Bool { method == .get || method == .head }

    /// Whether it is a form of FairKit's own page for signed-in people. If its session has ended, the browser sends it once
    /// more, to the page that keeps it until its person has signed in: see `KeptForm`.
    fileprivate var isOwnForm: Bool {
        let isForPeople = Route.pages.routes(matching: uri.path).contains { route in
            if case .authenticated = route.audience { route.method == .post } else { false }
        }
        return method == .post && isForPeople && fetchMetadata("Site") == "same-origin"
            && mediaType == "application/x-www-form-urlencoded"
    }

    /// The page that a form stood on, as the browser says: its path and query. It is no link until a route has it.
    var formPage: String {
        let from = HTTPField.Name("Referer").flatMap { headers[$0] } ?? ""
        let parts = from.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/\(parts[3])" : ""
    }
}

extension HTTPFields {
    /// Browsers don't answer to `WWW-Authenticate` of programs, and may ask for a password in a window of their own.
    fileprivate var withoutChallenge: HTTPFields {
        var fields = self
        fields[.wwwAuthenticate] = nil
        return fields
    }
}
