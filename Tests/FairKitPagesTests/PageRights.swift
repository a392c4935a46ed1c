import FairKitCore

/// The rights of each role at the pages: one line per route, as `Tests/Acceptance/who_may.py` has for the API.
///
/// A cell says how a signed-in person of the role is answered: about their own record and about another person's, or the same
/// about both. Own are: a patient's record; for a clinician that of a person in their care; for a laboratory what it has
/// posted. A form is sent without anything filled in: 303 did what it does, 422 asks for what it lacks. `open`: without a
/// session, too. Without one, each other page leads to the sign-in, and each other form is refused. What a page refuses is
/// never another tenant's.
enum PageRights {
    static let roles: [RoleName] = [.patient, .clinician, .laboratory, .coordinator, .administrator]

    private static let table = """
        route                               patient    clinician  laboratory coordin.   administrator
        GET /assets/{name}                  open
        GET /sign-in                        open
        POST /sign-in                       open
        GET /sign-in/code                   open
        POST /sign-in/code                  open
        GET /sign-in/factor                 open
        POST /sign-in/factor                open
        POST /sign-in/kept                  open
        GET /invitation                     open
        POST /invitation                    open
        GET /reset                          open
        POST /reset                         open
        GET /register                       open
        POST /register                      open
        GET /register/code                  open
        POST /register/code                 open
        GET /register/details               open
        POST /register/details              open
        GET /forgotten                      open
        POST /forgotten                     open
        POST /sign-out                      303        303        303        303        303
        GET /prove                          200        200        200        200        200
        POST /prove                         422        422        422        422        422
        POST /stay                          204        204        204        204        204
        POST /unlock                        open
        GET /help                           200        200        200        200        200
        GET /help/keys                      200        200        200        200        200
        POST /help/keys                     422        422        422        422        422
        GET /live                           403        200        403        403        403
        GET /alerts/rows                    403        200        403        403        403
        POST /alerts/{id}/resolve           403        422        403        403        403
        POST /alerts/{id}/emergency         403        422        403        403        403
        POST /alerts/{id}/notes             403        422        403        403        403
        GET /on-call                        403        200        403        403        200
        GET /on-call/{team}                 403        200        403        403        200
        POST /on-call/{team}                403        403        403        403        422
        POST /on-call/{team}/remove         403        403        403        403        422
        POST /on-call/{team}/hand-over      403        422        403        403        422
        POST /on-call/{team}/take-back      403        422        403        403        422
        GET /kits                           200        200        200        403        200
        GET /kits/new                       200        403        403        403        403
        POST /kits/new                      422        403        403        403        403
        POST /kits/register                 422        403        403        403        403
        GET /kits/{id}                      200/404    200/404    200        403        200
        POST /kits/{id}/mailed              303/404    403        403        403        403
        GET /results/trend                  200        403        403        403        403
        GET /results/shares                 200        403        403        403        403
        POST /results/shares                422        403        403        403        403
        POST /results/shares/{id}/end       303/404    403        403        403        403
        GET /results/new                    403        403        200        403        403
        POST /results/new                   403        403        422        403        403
        POST /results/find                  403        422        422        403        403
        POST /results/record                403        403        422        403        403
        GET /results/import                 403        403        200        403        403
        GET /results/import/example.csv     403        403        200        403        403
        POST /results/import                403        403        422        403        403
        POST /results/import/send           403        403        422        403        403
        POST /results/import/refused        403        403        422        403        403
        GET /kits/review                    403        403        200        403        200
        POST /kits/{id}/review              403        403        303        403        303
        GET /kits/{id}/photo.jpg            404        403        404        403        404
        GET /results/{id}/correct           403        403        200/404    403        403
        POST /results/{id}/correct          403        403        422/404    403        403
        POST /results/{id}/correct/send     403        403        422/404    403        403
        GET /results/{id}/code              403        403        303/404    403        403
        POST /results/{id}/code             403        403        303/404    403        403
        GET /results/unmatched              403        403        200        403        403
        GET /results/{id}/report.pdf        200/404    200/404    200/404    403        403
        GET /profile                        200        200        200        200        200
        GET /profile/details                200        200        200        200        200
        POST /profile/details               422        422        422        422        422
        GET /profile/language               200        200        200        200        200
        POST /profile/language              422        422        422        422        422
        POST /language                      422        422        422        422        422
        POST /profile/display               422        422        422        422        422
        GET /profile/photo                  200        404        403        403        404
        POST /profile/photo                 422        404        403        403        404
        POST /profile/photo/remove          303        404        403        403        404
        GET /profile/photo.jpg              404        404        403        403        404
        GET /profile/record                 200        403        403        403        403
        POST /profile/record                303        403        403        403        403
        GET /profile/devices                200        200        200        200        200
        POST /profile/devices/{id}/remove   404        404        404        404        404
        GET /profile/privacy                200        403        403        403        403
        GET /profile/consents/{consent}     200        403        403        403        404
        POST /profile/consents/{consent}    422        403        403        403        404
        GET /profile/accesses               200        403        403        403        404
        GET /profile/erasure                200        403        403        403        404
        POST /profile/erasure               422        403        403        403        404
        GET /profile/security               200        200        200        200        200
        GET /profile/password               200        200        200        200        200
        POST /profile/password              422        422        422        422        422
        GET /profile/factor                 200        200        200        200        200
        POST /profile/factor                422        422        422        422        422
        POST /profile/factor/code           422        422        422        422        422
        GET /profile/sessions               200        200        200        200        200
        POST /profile/sessions              422        422        422        422        422
        GET /profile/email                  200        200        200        200        200
        POST /profile/email                 422        422        422        422        422
        GET /profile/email/code             200        200        200        200        200
        POST /profile/email/code            422        422        422        422        422
        GET /profile/contacts               200        200        200        200        200
        POST /profile/contacts              422        422        422        422        422
        GET /profile/contacts/{id}          200/404    404        404        404        404
        POST /profile/contacts/{id}         422/404    404        404        404        404
        GET /profile/notices                200        200        200        200        200
        POST /profile/notices               422        422        422        422        422
        GET /profile/test                   200        200        200        200        200
        POST /profile/test                  303        303        303        303        303
        GET /profile/calendar               200        200        200        403        200
        POST /profile/calendar              422        422        422        403        422
        GET /notices                        200        200        200        200        200
        POST /notices                       422        422        422        422        422
        GET /people                         403        200        403        403        200
        POST /people                        403        422        403        403        422
        GET /people/new                     403        200        403        403        200
        POST /people/new                    403        422        403        403        422
        GET /people/{id}                    403        200/404    403        403        200
        GET /people/{id}/kit                403        200/404    403        403        200
        POST /people/{id}/kit               403        422/404    403        403        422
        GET /people/{id}/next-test          200/404    200/404    403        403        403
        POST /people/{id}/next-test         422/404    422/404    403        403        403
        GET /emergency                      403        200        403        403        403
        POST /emergency                     403        422        403        403        403
        POST /people/{id}/emergency         403        422        403        403        403
        POST /people/{id}/emergency/end     403        303/404    403        403        403
        POST /results/{id}/verify           403        409/404    409/404    403        403
        GET /results/{id}/withdraw          403        403        303/404    403        403
        POST /results/{id}/withdraw         403        403        303/404    403        403
        POST /results/{id}/notes            403        422/404    422/404    403        403
        POST /kits/find                     403        422        422        403        422
        GET /kits/arrivals                  403        403        200        403        200
        POST /kits/arrivals                 403        403        422        403        422
        POST /kits/arrivals/undo            403        403        422        403        422
        GET /kits/issue                     403        403        403        403        200
        POST /kits/issue                    403        403        403        403        422
        GET /kits/labels                    403        403        200        403        200
        POST /kits/{id}/status              403        403        422        403        422
        POST /kits/{id}/take-back           403        403        422        403        422
        POST /kits/{id}/laboratory          403        403        403        403        422
        GET /erasures                       403        403        403        403        200
        GET /people/{id}/hold               403        403        403        403        200
        POST /people/{id}/hold              403        403        403        403        422
        GET /people/{id}/erase              403        403        403        403        200
        POST /people/{id}/erase             403        403        403        403        422
        GET /people/{id}/care               403        403        403        403        200
        POST /people/{id}/care              403        403        403        403        422
        GET /people/{id}/invite             403        403        403        403        200
        POST /people/{id}/invite            403        403        403        403        422
        POST /kits/{id}/notes               403        422/404    403        403        422
        GET /clinic                         403        403        403        403        200
        GET /escalation                     403        403        403        403        200
        GET /escalation/{band}              403        403        403        403        303
        POST /escalation/{band}             403        403        403        403        303
        GET /rules                          403        403        403        403        200
        GET /rules/{rule}                   403        403        403        403        303
        POST /rules/{rule}                  403        403        403        403        303
        GET /teams                          403        403        403        403        200
        POST /teams                         403        403        403        403        422
        GET /teams/{team}                   403        403        403        403        200
        POST /teams/{team}/shifts           403        403        403        403        422
        POST /teams/{team}/test             403        403        403        403        422
        GET /teams/{team}/people            403        403        403        403        303
        POST /teams/{team}/people           403        403        403        403        303
        GET /ranges                         403        403        200        403        200
        GET /ranges/new                     403        403        403        403        303
        POST /ranges/new                    403        403        403        403        303
        GET /ranges/{number}/end            403        403        403        403        303
        POST /ranges/{number}/end           403        403        403        403        303
        GET /settings                       403        403        403        403        200
        GET /settings/logo                  403        403        403        403        200
        POST /settings/logo                 403        403        403        403        422
        POST /settings/logo/remove          403        403        403        403        303
        GET /logo/{mark}                    open
        GET /settings/{group}               403        403        403        403        303
        POST /settings/{group}              403        403        403        403        303
        GET /clinic/health                  403        403        403        403        200
        GET /programmes                     403        403        403        200        200
        GET /programmes/new                 403        403        403        403        200
        POST /programmes/new                403        403        403        403        422
        GET /programmes/{id}                403        403        403        200/404    200
        GET /programmes/{id}/figures.csv    403        403        403        200/404    200
        GET /programmes/{id}/figures.pdf    403        403        403        200/404    200
        GET /programmes/{id}/change         403        403        403        403        200
        POST /programmes/{id}/change        403        403        403        403        422
        GET /programmes/{id}/targets        403        403        403        403        200
        POST /programmes/{id}/targets       403        403        403        403        422
        GET /programmes/{id}/coordinators   403        403        403        403        200
        POST /programmes/{id}/coordinators  403        403        403        403        422
        GET /programmes/{id}/code           403        403        403        403        200
        POST /programmes/{id}/code          403        403        403        403        422
        GET /programmes/{id}/end            403        403        403        403        200
        POST /programmes/{id}/end           403        403        403        403        422
        GET /profile/programme              200        403        403        403        403
        POST /profile/programme             422        403        403        403        403
        POST /profile/programme/leave       303        403        403        403        403
        GET /accounts                       403        403        403        403        200
        POST /accounts                      403        403        403        403        422
        GET /accounts/invite                403        403        403        403        200
        POST /accounts/invite               403        403        403        403        422
        GET /accounts/invitations/{id}      403        403        403        403        200
        POST /accounts/invitations/{id}     403        403        403        403        422
        GET /accounts/invitations/{id}/approve 403        403        403        403        303
        POST /accounts/invitations/{id}/approve 403        403        403        403        422
        GET /accounts/{id}                  403        403        403        403        200
        POST /accounts/{id}                 403        403        403        403        422
        GET /accounts/{id}/delete           403        403        403        403        303
        POST /accounts/{id}/delete          403        403        403        403        303
        GET /keys                           403        403        403        403        200
        GET /keys/new                       403        403        403        403        200
        POST /keys/new                      403        403        403        403        422
        GET /keys/{id}                      403        403        403        403        200
        GET /keys/{id}/secret               403        403        403        403        200
        GET /keys/{id}/approve              403        403        403        403        303
        POST /keys/{id}/approve             403        403        403        403        303
        GET /keys/{id}/rotate               403        403        403        403        303
        POST /keys/{id}/rotate              403        403        403        403        303
        GET /keys/{id}/revoke               403        403        403        403        303
        POST /keys/{id}/revoke              403        403        403        403        303
        GET /groups                         403        403        403        403        200
        POST /groups                        403        403        403        403        422
        GET /groups/{name}                  403        403        403        403        200
        POST /groups/{name}/redrive         403        403        403        403        303
        GET /groups/{name}/change           403        403        403        403        303
        POST /groups/{name}/change          403        403        403        403        303
        GET /groups/{name}/webhook          403        403        403        403        303
        POST /groups/{name}/webhook         403        403        403        403        303
        POST /groups/{name}/webhook/test    403        403        403        403        303
        GET /groups/{name}/secret           403        403        403        403        200
        GET /audit                          403        403        403        403        200
        GET /audit/entries.csv              403        403        403        403        200
        GET /emergencies                    403        403        403        403        200
        POST /emergencies/{id}              403        403        403        403        303
        GET /                               open
        GET /home                           200        200        200        200        200
        GET /results                        200        200        200        403        403
        GET /results/{id}                   200/404    200/404    200/404    403        403
        GET /alerts                         403        200        403        403        403
        GET /alerts/{id}                    403        200        403        403        403
        POST /alerts/{id}/acknowledge       403        422        403        403        403
        """

    static let lines: [String: [RoleName: String]] = {
        var lines: [String: [RoleName: String]] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ").map { String($0) }
            guard words.count > 2 else { continue }
            let cells = words[2] == "open" ? roles.map { ($0, "open") } : Array(zip(roles, words.dropFirst(2)))
            lines["\(words[0]) \(words[1])"] = Dictionary(uniqueKeysWithValues: cells)
        }
        return lines
    }()
}
