"""The rights of each role about each person: one line per route.

A cell says how the role of its column is answered: about one person after the other, as the second line of the head says, or the
same about all of them. `own` is the patient's own record, or what the laboratory itself has posted; `care` a person in the clinician's
care; `other` another person of the same tenant; `away` a person of another tenant. `-` is not asked. A clinician's key is a hospital's
system, which sees all who let clinicians see their results; other keys are answered as the people of their role are, but that they
have no account. `proof`: asked without password and code, a person is answered 422, and a key 403.
"""

from fairkit import SOON, TODAY

# What people do with their own account or shift is for no role, and for no key.
PERSONAL = ("/auth/", "/mobile/", "/notices", "/teams/{team}/hand-overs")

HEAD = """
route                                          patient         clinician        by key      laboratory      coordinator administrator consumer   anonymous
                                               own/other/away  care/other/away  other/away  own/other/away              other/away    other/away
"""

TABLE = """
GET /health/live                               200             200              200         200             200         200           200        200
GET /health/ready                              200             200              200         200             200         200           200        200
GET /openapi.yaml                              200             200              200         200             200         200           200        200
GET /docs                                      200             200              200         200             200         200           200        200
GET /docs/api                                  200             200              200         200             200         200           200        200
GET /account/page.css                          200             200              200         200             200         200           200        200
GET /alert/acknowledge                         200             200              200         200             200         200           200        200
GET /alert/acknowledge.js                      200             200              200         200             200         200           200        200
GET /account/common.js                         200             200              200         200             200         200           200        200
GET /shared/results                            200             200              200         200             200         200           200        200
GET /shared/results.js                         200             200              200         200             200         200           200        200
GET /.well-known/jwks.json                     200             200              200         200             200         200           200        200
POST /receipts/twilio                          403             403              403         403             403         403           403        403
POST /receipts/gateway/{channel}               403             403              403         403             403         403           403        403
GET /clinic/health                             403             403              403         403             403         200           403        401
POST /diagnostics                              204             204              204         204             204         204           403        401
GET /diagnostics                               403             403              403         403             403         200           403        401
GET /metrics                                   403             403              403         403             403         200           403        401

GET /profiles/{profile}                        200/404/404     200/404/404      200/404     403             403         200/404       403        401
GET /profiles?limit=100                        403             200              200         403             403         200           403        401
POST /profiles/search                          403             200/200/200      200/200     403             403         200/200       403        401
PATCH /profiles/{profile}                      200/404/404     200/404/404      200/404     403             403         200/404       403        401
POST /profiles                                 403             201              201         403             403         201           403        401
PUT /profiles/{profile}/next-test              200/404/404     200/404/404      200/404     403             403         403           403        401
GET /profiles/{profile}/next-test              200/404/404     200/404/404      200/404     403             403         403           403        401
DELETE /profiles/{profile}/next-test           204/404/404     204/404/404      204/404     403             403         403           403        401
GET /profiles/{profile}/timeline               200/404/404     200/404/404      200/404     403             403         200/404       403        401
GET /profiles/{profile}/accesses               200/404/404     403              403         403             403         200/404       403        401
GET /profiles/{profile}/photo                  404             404              404         403             403         404           403        401
PUT /profiles/{profile}/photo                  415             415              415         403             403         415           403        401
DELETE /profiles/{profile}/photo               204/404/404     204/404/404      204/404     403             403         204/404       403        401
GET /profiles/{profile}/report.pdf             200/404/404     200/404/404      200/404     404             403         403           403        401
GET /profiles/{profile}/trend.svg              200/404/404     200/404/404      200/404     404             403         403           403        401
GET /profiles/{profile}/trend.png              200/404/404     200/404/404      200/404     404             403         403           403        401
GET /profiles/{profile}/export                 200/404/404     403              403         403             403         403           403        401
PUT /profiles/{profile}/hold                   403             403              403         403             403         200/404       403        401
GET /profiles/{profile}/hold                   403             403              403         403             403         200/404       403        401
DELETE /profiles/{held}/hold                   403             403              403         403             403         proof         403        401
GET /erasures                                  403             403              403         403             403         200           403        401
GET /holds                                     403             403              403         403             403         200           403        401

GET /profiles/{profile}/shares                 200/404/404     200/404/404      403          403             403         403           403        401
POST /profiles/{profile}/shares                201/404/404     403              403         403             403         403           403        401
GET /profiles/{profile}/shares/{share}         200/404/404     200/404/404      403          403             403         403           403        401
DELETE /profiles/{profile}/shares/{share}      200/404/404     403              403         403             403         403           403        401
POST /shared                                   200/200/404     200/200/404      200/404     200/200/404     200/404     200/404       200/404    200/404
GET /calendar/{feed}                           200/200/404     200/200/404      200/404     200/200/404     200/404     200/404       200/404    200/404
GET /care-assignments                          403             403              403         403             403         200           403        401
POST /care-assignments                         403             403              403         403             403         201/422       403        401
GET /care-assignments/{assignment}             403             403              403         403             403         200/404       403        401
POST /care-assignments/{assignment}/end        403             403              403         403             403         200/404       403        401
GET /break-glass                               403             403              403         403             403         200           403        401
POST /break-glass/{opening}/review             403             403              403         403             403         200/404       403        401
POST /profiles/{profile}/break-glass           403             201/201/404      403         403             403         403           403        401
POST /batch                                    200             200              200         200             200         200           200        401
POST /break-glass                              403             200/200/404      403         403             403         403           403        401
DELETE /profiles/{profile}/break-glass         403             200/200/404      403         403             403         403           403        401
GET /figures                                   403             403              403         403             403         200           403        401
GET /programmes                                403             403              403         403             200         200           403        401
POST /programmes                               403             403              403         403             403         201           403        401
GET /programmes/{programme}                    403             403              403         403             200/404     200/404       403        401
PATCH /programmes/{programme}                  403             403              403         403             403         200/404       403        401
PUT /programmes/{programme}/targets            403             403              403         403             403         200/404       403        401
PUT /programmes/{programme}/coordinators       403             403              403         403             403         200/404       403        401
POST /programmes/{programme}/join-code         403             403              403         403             403         200/404       403        401
GET /programmes/{programme}/figures            403             403              403         403             200/404     200/404       403        401
GET /programmes/{programme}/figures.csv        403             403              403         403             200/404     200/404       403        401
GET /programmes/{programme}/figures.pdf        403             403              403         403             200/404     200/404       403        401
PUT /profiles/{profile}/programme              404/404/404     403              403         403             403         404           403        401
GET /profiles/{profile}/programme              404             403              403         403             403         404           403        401
DELETE /profiles/{profile}/programme           404             403              403         403             403         404           403        401
GET /profiles/{profile}/programme/offers/{join-code}  200/404/404  403           403         403             403         200/404       403        401
GET /audit                                     403             403              403         403             403         200           403        401

GET /test-kits                                 200             200              200         200             403         200           403        401
POST /test-kits                                403             403              403         403             403         200           403        401
POST /test-kits/register                       201/403/403     201/404/404      201/404     403             403         201/404       403        401
POST /test-kits/scan                           200             200              200         200             403         200           200        401
POST /test-kits/arrivals                       403             403              403         200             403         200           403        401
POST /test-kits/arrivals/batch                 403             403              403         200             403         200           403        401
POST /test-kits/search                         200/404/404     200/404/404      200/404     200/200/404     403         200/404       403        401
GET /test-kits/{kit}                           200/404/404     200/404/404      200/404     200/200/404     403         200/404       403        401
POST /test-kits/{kit}/status                   200/404/404     200/404/404      200/404     200/200/404     403         200/404       403        401
DELETE /test-kits/{kit}/arrival                403             403              403         409/409/404     403         409/404       403        401
PUT /test-kits/{kit}/laboratory                403             403              403         403             403         200/404       403        401
POST /test-kits/{typed}/code                   200/404/404     200/404/404      200/404     403             403         200/404       403        401
GET /test-kits/{blurred}/photo                 200/404/404     403              403         200/200/404     403         200/404       403        401
POST /test-kits/{blurred}/review               403             403              403         200/200/404     403         200/404       403        401

GET /test-kits/{kit}/notes                     403             200/404/404      200/404     403             403         200/404       403        401
POST /test-kits/{kit}/notes                    403             201/404/404      201/404     403             403         201/404       403        401

POST /results                                  403             403              403         202             403         403           403        401
POST /results/batch                            403             403              403         200             403         403           403        401
GET /results/{result}/report.pdf               200/404/404     200/404/404      200/404     200/404/404     403         403           403        401
GET /results.csv                               200             200              200         200             403         403           403        401
GET /results/{result}                          200/404/404     200/404/404      200/404     200/404/404     403         403           403        401
GET /results/{result}/candidates               403             403              403         200/404/404     403         403           403        401
POST /results/{result}/corrections             403             403              403         201/404/404     403         403           403        401
GET /results/{result}/notes                    403             200/404/404      200/404     200/404/404     403         403           403        401
POST /results/{result}/notes                   403             201/404/404      201/404     201/404/404     403         403           403        401
POST /results/{result}/release                 403             200/404/404      200/404     200/404/404     403         403           403        401
POST /results/{result}/read                    200/404/404     403              403         403             403         403           403        401
GET /profiles/{profile}/trend                  200/404/404     200/404/404      200/404     404             403         403           403        401
GET /reference-ranges                          403             403              403         200             403         200           403        401
POST /reference-ranges                         403             403              403         403             403         proof         403        401
GET /reference-ranges/{range}                  403             403              403         200             403         200           403        401
POST /reference-ranges/{range}/end             403             403              403         403             403         proof         403        401
GET /laboratories                              403             200              200         403             403         200           403        401
PUT /laboratories/{laboratory}                 403             403              403         403             403         200/404       403        401
GET /results                                   200             200              200         200             403         403           403        401

GET /alerts                                    200             200              200         403             403         403           200        401
GET /alerts/{alert}                            200/404/404     200/404/404      200/404     403             403         403           200/404    401
GET /alerts/{critical}                         404             200/200/404      200/404     403             403         403           200/404    401
GET /alerts/events                             403             200              200         403             403         200           200        401
GET /alerts/{alert}/events                     403             200/404/404      200/404     403             403         200/404       200/404    401
GET /alerts/{critical}/events                  403             200/200/404      200/404     403             403         200/404       200/404    401
POST /alerts/{alert}/acknowledge               403             422/404/404      403         403             403         403           403        401
POST /alerts/{critical}/acknowledge            403             422/422/404      403         403             403         403           403        401
POST /alerts/{critical}/resolve                403             409/409/404      403         403             403         403           403        401
GET /alerts/{alert}/notes                      403             200/404/404      200/404     403             403         403           403        401
POST /alerts/{alert}/notes                     403             201/404/404      201/404     403             403         403           403        401
POST /alerts/{critical}/notes                  403             201/201/404      201/404     403             403         403           403        401
GET /dashboard                                 200             200              200         200             403         200           403        401
GET /alerts/{alert}/escalation                 403             200/404/404      200/404     403             403         403           200/404    401
POST /alerts/{critical}/escalate               403             403              403         403             403         204/404       403        401
PUT /escalation-policies/{urgency}             403             403              403         403             403         proof         403        401
GET /escalation-policies/{urgency}             403             200              200         403             403         200           200        401
GET /escalation-policies/{urgency}/preview     403             200              200         403             403         200           403        401
DELETE /escalation-policies/{urgency}          403             403              403         403             403         proof         403        401
GET /alerts/stream                             403             200              200         403             403         200           200        401
GET /ws                                        403             426              426         403             403         426           426        401
GET /alert-rules                               403             200              200         403             403         200           200        401
PATCH /alert-rules/{rule}                      403             403              403         403             403         proof         403        401
GET /alert-groups                              403             200              200         403             403         200           200        401
POST /alert-groups                             403             403              403         403             403         201           403        401
GET /alert-groups/{group}                      403             200/200/404      200/404     403             403         200/404       200/404    401
PATCH /alert-groups/{group}                    403             403              403         403             403         proof         403        401
GET /alert-groups/{group}/waiting              403             200/200/404      200/404     403             403         403           200/404    401
POST /alert-groups/{group}/claim               403             403              200/404     403             403         403           200/404    401
POST /alert-groups/{standard}/ack              403             403              200/409     403             403         403           200/409    401
POST /alert-groups/{standard}/extend           403             403              200/409     403             403         403           200/409    401
POST /alert-groups/{standard}/release          403             403              200/409     403             403         403           200/409    401
GET /alert-groups/{group}/parked               403             403              403         403             403         200/404       403        401
POST /alert-groups/{group}/redrive             403             403              403         403             403         200/404       403        401
POST /alert-groups/{group}/replay              403             403              403         403             403         200/404       403        401
PUT /alert-groups/{made-group}/webhook         403             403              403         403             403         proof         403        401
GET /alert-groups/{hooked}/webhook             403             403              403         403             403         200/404       403        401
GET /alert-groups/{hooked}/delivery-attempts   403             403              403         403             403         200/404       403        401
GET /delivery-attempts                         403             403              403         403             403         200           403        401
POST /alert-groups/{hooked}/webhook/test       403             403              403         403             403         200/404       403        401
DELETE /alert-groups/{hooked}/webhook          403             403              403         403             403         proof         403        401
DELETE /alert-groups/{made-group}              403             403              403         403             403         proof         403        401

GET /teams                                     403             200              200         403             403         200           403        401
POST /teams                                    403             403              403         403             403         201           403        401
GET /teams/{team}                              403             200/200/404      200/404     403             403         200/404       403        401
PATCH /teams/{team}                            403             403              403         403             403         proof         403        401
POST /teams/{team}/members                     403             403              403         403             403         proof         403        401
DELETE /teams/{team}/members/{member}          403             403              403         403             403         proof         403        401
GET /teams/{team}/contacts                     403             200/200/404      200/404     403             403         200/404       403        401
POST /teams/{team}/contacts                    403             403              403         403             403         proof         403        401
POST /teams/{team}/contacts/{team-contact}/test  403           403              403         403             403         202/404       403        401
DELETE /teams/{team}/contacts/{team-contact}   403             403              403         403             403         proof         403        401
GET /teams/{team}/shifts                       403             200/200/404      200/404     403             403         200/404       403        401
PUT /teams/{team}/shifts                       403             403              403         403             403         200/404       403        401
GET /teams/{team}/overrides                    403             200/200/404      200/404     403             403         200/404       403        401
POST /teams/{team}/overrides                   403             403              403         403             403         201/404       403        401
DELETE /teams/{team}/overrides/{override}      403             403              403         403             403         204/404       403        401
POST /teams/{team}/hand-overs                  403             422/422/404      403         403             403         422/404       403        401
DELETE /teams/{team}/hand-overs/{override}     403             404              403         403             403         404           403        401
GET /teams/{team}/on-call                      403             200/200/404      200/404     403             403         200/404       403        401
GET /teams/{team}/calendar.ics                 403             200/200/404      200/404     403             403         200/404       403        401
POST /teams/{team}/calendar                    403             403              403         403             403         201/404       403        401
DELETE /teams/{team}/calendar                  403             403              403         403             403         204/404       403        401
DELETE /teams/{made-team}                      403             403              403         403             403         proof         403        401

GET /news                                      200             403              403         403             200         200           403        401
POST /news                                     403             403              403         403             422         422           403        401
GET /news/{news}                               200/200/404     403              403         403             200/404     200/404       403        401
POST /news/{made-news}/withdraw                403             403              403         403             200/404     200/404       403        401

GET /settings                                  403             403              403         403             403         200           403        401
PATCH /settings                                403             403              403         403             403         proof         403        401
GET /settings/logo                             404             404              404         404             404         404           404        401
PUT /settings/logo                             403             403              403         403             403         415           403        401
DELETE /settings/logo                          403             403              403         403             403         204           403        401
GET /keys                                      403             403              403         403             403         200           403        401
POST /keys                                     403             403              403         403             403         422           403        401
POST /keys/{key}/approve                       403             403              403         403             403         422           403        401
POST /keys/{key}/rotate                        403             403              403         403             403         422           403        401
POST /keys/{key}/revoke                        403             403              403         403             403         422           403        401
GET /accounts                                  403             403              403         403             403         200           403        401
GET /accounts/invitations                      403             403              403         403             403         200           403        401
POST /accounts/invitations                     403             403              403         403             403         201           403        401
POST /accounts/invitations/{invitation}/approve 403            403              403         403             403         422           403        401
DELETE /accounts/invitations/{invitation}      403             403              403         403             403         204/404       403        401
GET /accounts/{account}                        403             403              403         403             403         200/404       403        401
POST /accounts/{account}/suspend               403             403              403         403             403         200/404       403        401
POST /accounts/{account}/resume                403             403              403         403             403         200/404       403        401
POST /accounts/{account}/sign-out              403             403              403         403             403         200/404       403        401
DELETE /accounts/{account}/mfa                 403             403              403         403             403         200/404       403        401
DELETE /accounts/{made-account}                403             403              403         403             403         422           403        401

POST /auth/register                            202             202              202         202             202         202           202        202
POST /auth/link                                404             404              404         404             404         404           404        404
POST /auth/confirm                             404             404              404         404             404         404           404        404
POST /auth/login                               401             401              401         401             401         401           401        401
POST /auth/mfa/setup                           401             401              401         401             401         401           401        401
POST /auth/mfa/verify                          401             401              401         401             401         401           401        401
POST /auth/refresh                             401             401              401         401             401         401           401        401
POST /auth/password/forgot                     202             202              202         202             202         202           202        202
POST /auth/email/confirm                       404             404              404         404             404         404           404        404
POST /auth/password/reset                      404             404              404         404             404         404           404        404
PATCH /auth/me                                 200             200              403         200             200         200           403        401
POST /auth/me/email                            422             422              403         422             422         422           403        401
POST /auth/me/email/confirm                    422             422              403         422             422         422           403        401
GET /auth/me                                   200             200              403         200             200         200           403        401
POST /auth/me/calendar                         201             201              403         201             403         201           403        401
DELETE /auth/me/calendar                       204             204              403         204             204         204           403        401
GET /auth/sessions                             200             200              403         200             200         200           403        401
DELETE /auth/sessions                          204             204              403         204             204         204           403        401
DELETE /auth/sessions/{session}                204/404/404     404              403         404             404         404           403        401
GET /auth/sign-ins                             200             200              403         200             200         200           403        401
GET /mobile/devices                            200             200              403         200             200         200           403        401
POST /mobile/devices                           201             201              403         201             201         201           403        401
DELETE /mobile/devices/{device}                204/404/404     404              403         404             404         404           403        401
GET /auth/me/contacts                          200             200              403         200             200         200           403        401
POST /auth/me/contacts                         201             201              403         201             201         201           403        401
POST /auth/me/contacts/{contact-point}/verify  422/404/404     404              403         404             404         404           403        401
POST /auth/me/test-message                     202             202              403         202             202         202           403        401
DELETE /auth/me/contacts/{contact-point}       204/404/404     404              403         404             404         404           403        401
GET /auth/me/preferences                       200             200              403         200             200         200           403        401
PUT /auth/me/preferences                       200             200              403         200             200         200           403        401
PUT /auth/me/searches/{search}                 200             200              403         200             200         200           403        401
GET /auth/me/shares                            200             200              403         200             200         200           403        401
GET /auth/me/searches                          200             200              403         200             200         200           403        401
GET /auth/me/searches/{search}                 200/404/404     404              403         404             404         404           403        401
DELETE /auth/me/searches/{search}              204/404/404     404              403         404             404         404           403        401
GET /notices                                   200             200              403         200             200         200           403        401
GET /notices/unread                            200             200              403         200             200         200           403        401
POST /notices/read                             200             200              403         200             200         200           403        401
POST /notices/{notice}/read                    200/404/404     404              403         404             404         404           403        401
GET /notices/stream                            200             200              403         200             200         200           403        401
GET /notices/ws                                426             426              403         426             426         426           403        401
POST /auth/ticket                              200             200              403         200             200         200           403        401
POST /auth/password                            401             401              403         401             401         401           403        401
POST /auth/me/mfa                              401             401              403         401             401         401           403        401
DELETE /auth/me/mfa                            401             401              403         401             401         401           403        401
POST /auth/me/backup-codes                     401             401              403         401             401         401           403        401
DELETE /auth/me                                401             401              403         401             401         401           403        401

POST /profiles/{erasable}/erase                422             403              403         403             403         422           403        401
GET /profiles/{erasable}/erase                 404             403              403         403             403         404           403        401
DELETE /profiles/{erasable}/erase              404             403              403         403             403         404           403        401
POST /auth/logout                              -               204/-/-          403         204/-/-         204         204/-         403        401
"""

# What is sent, where a sample of the document won't do. `{}` are the same as in the paths.
BODIES = {
    "PATCH /profiles/{profile}": {"language": "sw"},
    "PUT /test-kits/{kit}/laboratory": {"laboratory": None},
    "POST /keys": {"name": "n", "role": "clinician"},
    "POST /keys/{key}/approve": {},
    "POST /keys/{key}/rotate": {},
    "POST /keys/{key}/revoke": {},
    "POST /profiles/search": {"email": "{contact}"},
    "POST /break-glass": {"email": "{contact}", "reason": "Unconscious in casualty"},
    "POST /profiles": {"name": {"given": "New", "family": "Person"}, "birthDate": "1990-01-31"},
    "POST /reference-ranges": {"unit": "umol/L", "low": 20, "high": 53, "validFrom": "2090-01-01"},
    "POST /reference-ranges/{range}/end": {"on": "2099-01-01"},
    "POST /profiles/{profile}/shares": {"link": True, "pin": "271828"},
    "POST /shared": {"link": "{link}", "pin": "314159"},
    "POST /care-assignments": {"accountId": "{doctor}", "profileId": "{profile}"},
    "POST /test-kits": {"count": 1},
    "POST /test-kits/register": {"barcode": "{new-code}", "profileId": "{profile}"},
    "POST /test-kits/arrivals": {"kitCode": "{new-code}", "status": "received"},
    "POST /test-kits/search": {"kitCode": "{code}"},
    "POST /test-kits/{kit}/status": {"status": "{step}"},
    "POST /test-kits/{typed}/code": {"kitCode": "{new-code}"},
    "POST /results": {"reference": "{new-code}", "kitCode": "{new-code}", "testDate": TODAY, "level": {"value": 120, "unit": "mg/dL"}},
    "POST /batch": {"requests": [{"path": "/api/v1/test-kits"}]},
    "POST /results/{result}/corrections": {"reason": "method", "method": "turbidimetry"},
    "POST /alert-groups": {"name": "{new-group}"},
    "POST /alert-groups/{group}/claim": {"limit": 1},
    "POST /alert-groups/{standard}/ack": {"token": "{token}"},
    "POST /alert-groups/{standard}/extend": {"token": "{token}"},
    "POST /alert-groups/{standard}/release": {"token": "{token}"},
    "POST /alert-groups/{group}/replay": {"alertIds": ["{alert}"]},
    "PATCH /settings": {"registration": "open"},
    "PUT /programmes/{programme}/coordinators": {"accountIds": ["{partner}"]},
    "POST /teams": {"name": "{new-team}", "timeZone": "UTC"},
    "PATCH /teams/{team}": {"description": "At night"},
    "POST /teams/{team}/members": {"accountId": "{doctor}"},
    "POST /teams/{team}/contacts": {"kind": "slack", "address": "https://hooks.slack.example/{new-team}"},
    "PUT /teams/{team}/shifts": {"shifts": []},
    "POST /teams/{team}/overrides": {"accountId": "{member}", "until": SOON},
    "POST /teams/{team}/hand-overs": {"accountId": "{member}", "until": SOON},
    "POST /news": {"kind": "article", "texts": {"en": {"title": "Breathing", "text": "Well"}}},
    "POST /accounts/invitations": {"email": "{new-address}", "role": "coordinator"},
    "POST /accounts/invitations/{invitation}/approve": {},
    "DELETE /accounts/{made-account}": {},
    "POST /profiles/{erasable}/erase": {"confirm": "{erasable}"},
    "POST /auth/register": {"email": "{new-address}"},
    "POST /auth/login": {"email": "{new-address}", "password": "not the one it is"},
    "POST /auth/password/forgot": {"email": "{new-address}"},
    "POST /auth/password": {"oldPassword": "not the one it is", "newPassword": "twelve geese glide by"},
    "POST /mobile/devices": {"deviceToken": "{new-token}", "platform": "ios"},
    "POST /auth/me/contacts": {"kind": "email", "address": "{new-address}"},
    "POST /auth/me/contacts/{contact-point}/verify": {"code": "000000"},
    "PUT /auth/me/preferences": {"emailInsteadOfPush": True},
    "PUT /profiles/{profile}/next-test": {"intervalMonths": 6},
    "PATCH /auth/me": {"language": "en"},
    "POST /auth/me/email": {"email": "anonymous", "password": "not the one it is"},
    "POST /auth/me/email/confirm": {"code": "000000"},
    "DELETE /auth/me": {"password": "not the one it is"},
    "POST /auth/me/mfa": {"password": "not the one it is"},
    "DELETE /auth/me/mfa": {"password": "not the one it is", "code": "000000"},
    "POST /auth/me/backup-codes": {"password": "not the one it is", "code": "000000"},
}  # fmt: skip


def lines():
    """Of each line its method, its path, and by column the statuses: one, or one for each person."""
    columns = HEAD.split("\n")[1].replace("by key", "by-key").split()[1:]
    for line in TABLE.split("\n"):
        if line:
            method, path, *cells = line.split()
            yield method, path, dict(zip(columns, (cell.split("/") for cell in cells), strict=True))
