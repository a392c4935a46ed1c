import FairKitCore

/// Where the pages do what each route of the API does: one line per route, with the pages, and the roles to which no page
/// gives it, each with the name of the reason. `LevelTests` compares them with the rights of both.
enum LevelTable {
    /// Why pages leave something to the API, for good.
    static let byDesign = [
        "address": "The address of a list holds its filters: a browser's bookmark is a saved search.",
        "apps": "Apps report their faults; a browser has none to report.",
        "atAlert":
            "A clinician reads at each alert and result what of it concerns them, such as whom it tells and when.",
        "calendar": "A coordinator has no calendar of their own, so there is none to close.",
        "deletion": "A patient erases their record, and an administrator deletes the account of someone who left.",
        "device": "An app does it for the telephone that it runs on.",
        "few": "A patient's kits stand on one page.",
        "ids":
            "Histories in ids are for programs; the page of an alert says the same in words, to those who may see it.",
        "link": "Its reader has a link and no account: there is a page for what a patient shares.",
        "noAlerts":
            "Administrators see no alert, so they can't choose one; the page of a group sends again what is parked.",
        "ownAlert": "A patient reads at the result what became of its alert.",
        "program": "It saves a program requests. A page is one request, and its stream is `/live`.",
        "queue":
            "A clinician's key is a hospital's system, which claims alerts from a queue; a person has the worklist.",
        "sharing": "Only patients share results.",
        "token": "Programs renew their tokens; the cookie of a page lasts as long as its session.",
        "ward": "It is for the screen of a ward. A member's own calendar is at their profile.",
    ]

    /// What has no page yet.
    static let notYet = [
        "diagnostics": "What apps report about their own failures.",
        "files": "All results as a table, and a person's course as a report.",
        "forPatients":
            "What staff do in a patient's place: a photo of a kit, a corrected code, a sample that was posted, a programme.",
        "laboratories": "What reports print of a laboratory.",
        "news": "Articles and studies.",
        "photos": "A patient's photo, for staff.",
    ]

    /// Pages that stand for no route of the API, and why.
    static let pagesOnly = [
        "GET /": "It leads to the first page of its reader.",
        "GET /assets/{name}": "The style sheet and the script.",
        "GET /clinic": "It leads to the pages of an administrator.",
        "GET /help": "It explains the pages.",
        "GET /help/keys": "It explains the keys of the pages.",
        "GET /prove": "A route of the API takes password and code in its own body.",
        "POST /help/keys": "Keys are switched on for one browser.",
        "POST /profile/display": "Light and dark are chosen for one browser.",
        "POST /prove": "A route of the API takes password and code in its own body.",
        "POST /sign-in/kept": "It sends a form that waited for the sign-in.",
        "POST /stay": "Only pages are locked.",
        "POST /unlock": "Only pages are locked.",
    ]

    private static let table = """
        POST /auth/login                           = GET /sign-in, POST /sign-in
        POST /auth/mfa/setup                       = GET /sign-in/factor
        POST /auth/mfa/verify                      = GET /sign-in/code, POST /sign-in/code, POST /sign-in/factor
        POST /auth/register                        = GET /register, POST /register
        POST /auth/link                            = GET /register/code, POST /register/code, GET /invitation, GET /reset
        POST /auth/confirm                         = GET /register/details, POST /register/details, POST /invitation
        POST /auth/password/forgot                 = GET /forgotten, POST /forgotten
        POST /auth/password/reset                  = POST /reset
        POST /auth/email/confirm                   = POST /profile/email/code
        POST /auth/refresh                         = | all: token
        POST /auth/ticket                          = | all: token
        POST /auth/logout                          = POST /sign-out
        POST /batch                                = | all: program
        POST /shared                               = | all: link
        GET /auth/me                               = GET /profile, GET /profile/details
        PATCH /auth/me                             = POST /profile/details, GET /profile/language, POST /profile/language, POST /language
        POST /auth/me/calendar                     = GET /profile/calendar, POST /profile/calendar
        DELETE /auth/me/calendar                   = POST /profile/calendar | coordinator: calendar
        POST /auth/me/email                        = GET /profile/email, POST /profile/email
        POST /auth/me/email/confirm                = GET /profile/email/code, POST /profile/email/code
        DELETE /auth/me                            = | all: deletion
        POST /auth/me/mfa                          = GET /profile/factor, POST /profile/factor, POST /profile/factor/code
        DELETE /auth/me/mfa                        = POST /profile/factor
        POST /auth/me/backup-codes                 = POST /profile/factor
        POST /auth/password                        = GET /profile/password, POST /profile/password
        GET /auth/sessions                         = GET /profile/sessions, GET /profile/security
        DELETE /auth/sessions                      = POST /profile/sessions
        DELETE /auth/sessions/{id}                 = POST /profile/sessions
        GET /auth/sign-ins                         = GET /profile/security
        GET /mobile/devices                        = GET /profile/devices
        POST /mobile/devices                       = | all: device
        DELETE /mobile/devices/{id}                = POST /profile/devices/{id}/remove
        GET /auth/me/contacts                      = GET /profile/contacts, GET /profile/contacts/{id}
        POST /auth/me/contacts                     = POST /profile/contacts
        POST /auth/me/contacts/{id}/verify         = POST /profile/contacts/{id}
        DELETE /auth/me/contacts/{id}              = POST /profile/contacts/{id}
        POST /auth/me/test-message                 = GET /profile/test, POST /profile/test
        GET /auth/me/preferences                   = GET /profile/notices
        PUT /auth/me/preferences                   = POST /profile/notices
        GET /auth/me/searches                      = | all: address
        GET /auth/me/searches/{name}               = | all: address
        PUT /auth/me/searches/{name}               = | all: address
        DELETE /auth/me/searches/{name}            = | all: address
        GET /auth/me/shares                        = GET /results/shares | clinician laboratory coordinator administrator: sharing
        GET /notices                               = GET /notices
        GET /notices/unread                        = GET /home
        POST /notices/read                         = POST /notices
        POST /notices/{id}/read                    = POST /notices
        GET /notices/stream                        = | all: program
        GET /notices/ws                            = | all: program
        GET /dashboard                             = GET /home
        GET /profiles                              = GET /people
        POST /profiles                             = GET /people/new, POST /people/new
        POST /profiles/search                      = POST /people
        GET /profiles/{id}                         = GET /people/{id}, GET /profile/details
        PATCH /profiles/{id}                       = POST /profile/details, GET /profile/consents/{consent}, POST /profile/consents/{consent}
        GET /profiles/{id}/timeline                = GET /people/{id}, GET /results
        GET /profiles/{id}/accesses                = GET /profile/accesses, GET /audit
        GET /profiles/{id}/next-test               = GET /people/{id}/next-test
        PUT /profiles/{id}/next-test               = POST /people/{id}/next-test
        DELETE /profiles/{id}/next-test            = POST /people/{id}/next-test
        GET /profiles/{id}/photo                   = GET /profile/photo, GET /profile/photo.jpg | clinician administrator: photos
        PUT /profiles/{id}/photo                   = POST /profile/photo | clinician administrator: photos
        DELETE /profiles/{id}/photo                = POST /profile/photo/remove | clinician administrator: photos
        GET /profiles/{id}/report.pdf              = | patient clinician: files
        GET /profiles/{id}/trend                   = GET /results/trend, GET /people/{id}
        GET /profiles/{id}/trend.svg               = GET /results/trend, GET /people/{id}
        GET /profiles/{id}/trend.png               = GET /results/trend, GET /people/{id}
        GET /profiles/{id}/export                  = GET /profile/privacy, GET /profile/record, POST /profile/record
        POST /profiles/{id}/erase                  = GET /profile/erasure, POST /profile/erasure, GET /people/{id}/erase, POST /people/{id}/erase
        GET /profiles/{id}/erase                   = GET /profile/erasure, GET /people/{id}/hold
        DELETE /profiles/{id}/erase                = POST /profile/erasure, POST /people/{id}/hold
        PUT /profiles/{id}/hold                    = POST /people/{id}/hold
        GET /profiles/{id}/hold                    = GET /people/{id}/hold
        DELETE /profiles/{id}/hold                 = POST /people/{id}/hold
        GET /erasures                              = GET /erasures
        GET /holds                                 = GET /erasures
        GET /profiles/{id}/shares                  = GET /results/shares, GET /people/{id}
        POST /profiles/{id}/shares                 = POST /results/shares
        GET /profiles/{id}/shares/{share}          = GET /results/shares, GET /people/{id}
        DELETE /profiles/{id}/shares/{share}       = POST /results/shares/{id}/end
        GET /care-assignments                      = GET /people/{id}/care
        POST /care-assignments                     = POST /people/{id}/care
        GET /care-assignments/{id}                 = GET /people/{id}/care
        POST /care-assignments/{id}/end            = POST /people/{id}/care
        POST /profiles/{id}/break-glass            = POST /people/{id}/emergency, POST /alerts/{id}/emergency
        DELETE /profiles/{id}/break-glass          = POST /people/{id}/emergency/end
        POST /break-glass                          = GET /emergency, POST /emergency
        GET /break-glass                           = GET /emergencies
        POST /break-glass/{id}/review              = POST /emergencies/{id}
        GET /test-kits                             = GET /kits
        POST /test-kits                            = GET /kits/issue, POST /kits/issue
        POST /test-kits/search                     = POST /kits/find | patient: few
        POST /test-kits/arrivals                   = GET /kits/arrivals, POST /kits/arrivals
        POST /test-kits/arrivals/batch             = POST /kits/arrivals
        POST /test-kits/register                   = GET /kits/new, POST /kits/new, POST /kits/register, GET /people/{id}/kit, POST /people/{id}/kit
        POST /test-kits/scan                       = POST /kits/new | clinician laboratory administrator: forPatients
        GET /test-kits/{id}                        = GET /kits/{id}, GET /kits/labels
        POST /test-kits/{id}/status                = POST /kits/{id}/status, POST /kits/{id}/mailed | clinician: forPatients
        DELETE /test-kits/{id}/arrival             = POST /kits/arrivals/undo, POST /kits/{id}/take-back
        PUT /test-kits/{id}/laboratory             = POST /kits/{id}/laboratory
        POST /test-kits/{id}/code                  = POST /kits/register | clinician administrator: forPatients
        GET /test-kits/{id}/photo                  = GET /kits/{id}/photo.jpg
        POST /test-kits/{id}/review                = GET /kits/review, POST /kits/{id}/review
        GET /test-kits/{id}/notes                  = GET /kits/{id}
        POST /test-kits/{id}/notes                 = POST /kits/{id}/notes
        GET /results                               = GET /results, POST /results/find, GET /results/unmatched
        GET /results.csv                           = | patient clinician laboratory: files
        POST /results                              = GET /results/new, POST /results/new, POST /results/record
        POST /results/batch                        = GET /results/import, GET /results/import/example.csv, POST /results/import, POST /results/import/send, POST /results/import/refused
        GET /results/{id}                          = GET /results/{id}
        GET /results/{id}/report.pdf               = GET /results/{id}/report.pdf
        POST /results/{id}/read                    = GET /results/{id}
        GET /results/{id}/candidates               = GET /results/unmatched
        POST /results/{id}/corrections             = GET /results/{id}/correct, POST /results/{id}/correct, POST /results/{id}/correct/send, GET /results/{id}/withdraw, POST /results/{id}/withdraw, GET /results/{id}/code, POST /results/{id}/code
        POST /results/{id}/release                 = POST /results/{id}/verify
        GET /results/{id}/notes                    = GET /results/{id}
        POST /results/{id}/notes                   = POST /results/{id}/notes
        GET /alerts                                = GET /alerts, GET /alerts/rows | patient: ownAlert
        GET /alerts/{id}                           = GET /alerts/{id}, GET /results/{id}
        GET /alerts/{id}/escalation                = GET /alerts/{id}
        GET /alerts/{id}/events                    = GET /alerts/{id} | administrator: ids
        GET /alerts/events                         = | clinician administrator: ids
        GET /alerts/stream                         = GET /live | administrator: ids
        GET /ws                                    = GET /live | administrator: ids
        POST /alerts/{id}/acknowledge              = POST /alerts/{id}/acknowledge
        POST /alerts/{id}/resolve                  = POST /alerts/{id}/resolve
        POST /alerts/{id}/escalate                 = | administrator: noAlerts
        GET /alerts/{id}/notes                     = GET /alerts/{id}
        POST /alerts/{id}/notes                    = POST /alerts/{id}/notes
        GET /escalation-policies/{band}            = GET /escalation | clinician: atAlert
        GET /escalation-policies/{band}/preview    = GET /escalation, GET /escalation/{band} | clinician: atAlert
        PUT /escalation-policies/{band}            = GET /escalation/{band}, POST /escalation/{band}
        DELETE /escalation-policies/{band}         = POST /escalation/{band}
        GET /alert-rules                           = GET /rules | clinician: atAlert
        PATCH /alert-rules/{rule}                  = GET /rules/{rule}, POST /rules/{rule}
        GET /alert-groups                          = GET /groups | clinician: queue
        POST /alert-groups                         = POST /groups
        GET /alert-groups/{name}                   = GET /groups/{name} | clinician: queue
        PATCH /alert-groups/{name}                 = GET /groups/{name}/change, POST /groups/{name}/change
        DELETE /alert-groups/{name}                = POST /groups/{name}/change
        GET /alert-groups/{name}/webhook           = GET /groups/{name}, GET /groups/{name}/webhook
        PUT /alert-groups/{name}/webhook           = POST /groups/{name}/webhook, GET /groups/{name}/secret
        POST /alert-groups/{name}/webhook/test     = POST /groups/{name}/webhook/test
        DELETE /alert-groups/{name}/webhook        = POST /groups/{name}/webhook
        GET /alert-groups/{name}/delivery-attempts = GET /groups/{name}
        GET /delivery-attempts                     = GET /groups/{name}
        GET /alert-groups/{name}/parked            = GET /groups/{name}
        POST /alert-groups/{name}/redrive          = POST /groups/{name}/redrive
        POST /alert-groups/{name}/replay           = | administrator: noAlerts
        GET /alert-groups/{name}/waiting           = | clinician: queue
        POST /alert-groups/{name}/claim            =
        POST /alert-groups/{name}/ack              =
        POST /alert-groups/{name}/extend           =
        POST /alert-groups/{name}/release          =
        GET /teams                                 = GET /teams, GET /on-call
        POST /teams                                = POST /teams
        GET /teams/{name}                          = GET /teams/{team}, GET /on-call/{team}
        PATCH /teams/{name}                        = GET /teams/{team}/people, POST /teams/{team}/people
        DELETE /teams/{name}                       = POST /teams/{team}/people
        POST /teams/{name}/members                 = POST /teams/{team}/people
        DELETE /teams/{name}/members/{account}     = POST /teams/{team}/people
        GET /teams/{name}/contacts                 = GET /teams/{team} | clinician: atAlert
        POST /teams/{name}/contacts                = POST /teams/{team}/people
        DELETE /teams/{name}/contacts/{contact}    = POST /teams/{team}/people
        POST /teams/{name}/contacts/{contact}/test = POST /teams/{team}/test
        GET /teams/{name}/shifts                   = GET /teams/{team}, GET /on-call
        PUT /teams/{name}/shifts                   = POST /teams/{team}/shifts
        GET /teams/{name}/overrides                = GET /on-call/{team}
        POST /teams/{name}/overrides               = POST /on-call/{team}
        DELETE /teams/{name}/overrides/{override}  = POST /on-call/{team}/remove
        POST /teams/{name}/hand-overs              = POST /on-call/{team}/hand-over
        DELETE /teams/{name}/hand-overs/{override} = POST /on-call/{team}/take-back
        GET /teams/{name}/on-call                  = GET /on-call
        GET /teams/{name}/calendar.ics             = GET /on-call
        POST /teams/{name}/calendar                = | administrator: ward
        DELETE /teams/{name}/calendar              = | administrator: ward
        GET /news                                  = | patient coordinator administrator: news
        POST /news                                 = | coordinator administrator: news
        GET /news/{id}                             = | patient coordinator administrator: news
        POST /news/{id}/withdraw                   = | coordinator administrator: news
        GET /figures                               = GET /programmes
        GET /programmes                            = GET /programmes
        POST /programmes                           = GET /programmes/new, POST /programmes/new
        GET /programmes/{id}                       = GET /programmes/{id}, GET /programmes/{id}/code
        PATCH /programmes/{id}                     = GET /programmes/{id}/change, POST /programmes/{id}/change, GET /programmes/{id}/end, POST /programmes/{id}/end
        PUT /programmes/{id}/targets               = GET /programmes/{id}/targets, POST /programmes/{id}/targets
        PUT /programmes/{id}/coordinators          = GET /programmes/{id}/coordinators, POST /programmes/{id}/coordinators
        POST /programmes/{id}/join-code            = POST /programmes/{id}/code
        GET /programmes/{id}/figures               = GET /programmes/{id}
        GET /programmes/{id}/figures.csv           = GET /programmes/{id}/figures.csv
        GET /programmes/{id}/figures.pdf           = GET /programmes/{id}/figures.pdf
        GET /profiles/{id}/programme               = GET /profile/programme | administrator: forPatients
        PUT /profiles/{id}/programme               = POST /profile/programme | administrator: forPatients
        DELETE /profiles/{id}/programme            = POST /profile/programme/leave | administrator: forPatients
        GET /profiles/{id}/programme/offers/{code} = POST /profile/programme | administrator: forPatients
        POST /diagnostics                          = | all: apps
        GET /diagnostics                           = | administrator: diagnostics
        GET /reference-ranges                      = GET /ranges
        POST /reference-ranges                     = GET /ranges/new, POST /ranges/new
        GET /reference-ranges/{number}             = GET /ranges
        POST /reference-ranges/{number}/end        = GET /ranges/{number}/end, POST /ranges/{number}/end
        GET /laboratories                          = GET /kits/issue | clinician: atAlert
        PUT /laboratories/{id}                     = | administrator: laboratories
        GET /settings                              = GET /settings, GET /settings/{group}
        PATCH /settings                            = POST /settings/{group}
        GET /settings/logo                         = GET /logo/{mark}, GET /settings/logo
        PUT /settings/logo                         = POST /settings/logo
        DELETE /settings/logo                      = POST /settings/logo/remove
        GET /clinic/health                         = GET /clinic/health
        GET /keys                                  = GET /keys, GET /keys/{id}
        POST /keys                                 = GET /keys/new, POST /keys/new, GET /keys/{id}/secret
        POST /keys/{id}/approve                    = GET /keys/{id}/approve, POST /keys/{id}/approve
        POST /keys/{id}/rotate                     = GET /keys/{id}/rotate, POST /keys/{id}/rotate
        POST /keys/{id}/revoke                     = GET /keys/{id}/revoke, POST /keys/{id}/revoke
        GET /accounts                              = GET /accounts, POST /accounts
        GET /accounts/{id}                         = GET /accounts/{id}
        POST /accounts/{id}/suspend                = POST /accounts/{id}
        POST /accounts/{id}/resume                 = POST /accounts/{id}
        POST /accounts/{id}/sign-out               = POST /accounts/{id}
        DELETE /accounts/{id}/mfa                  = POST /accounts/{id}
        DELETE /accounts/{id}                      = GET /accounts/{id}/delete, POST /accounts/{id}/delete
        GET /accounts/invitations                  = GET /accounts, GET /accounts/invitations/{id}
        POST /accounts/invitations                 = GET /accounts/invite, POST /accounts/invite, GET /people/{id}/invite, POST /people/{id}/invite
        POST /accounts/invitations/{id}/approve    = GET /accounts/invitations/{id}/approve, POST /accounts/invitations/{id}/approve
        DELETE /accounts/invitations/{id}          = POST /accounts/invitations/{id}
        GET /audit                                 = GET /audit, GET /audit/entries.csv
        """

    /// A route of the API, the pages that do the same, and the reason for each role that none of them gives it to.
    struct Line {
        let route: String
        let pages: [String]
        let reasons: [(role: RoleName, reason: String)]
    }

    static let lines: [Line] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let sides = parts[1].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let pages = sides[0].split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        let words = (sides.count > 1 ? sides[1] : "").split { " :".contains($0) }.map { String($0) }
        let roles = words.first == "all" ? PageRights.roles : words.dropLast().compactMap { RoleName(rawValue: $0) }
        return Line(route: parts[0].trimmed, pages: pages, reasons: roles.map { ($0, words.last ?? "") })
    }
}
