import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Teams, their shifts and overrides, and who is on call.
    static let teams: [Route] = [
        .api(.get, "/teams", for: .readTeams, Teams.list),
        .api(.post, "/teams", for: .manageTeams, Teams.create),
        .api(.get, "/teams/{name}", for: .readTeams, Teams.show),
        .api(.patch, "/teams/{name}", for: .decideTeams, Teams.change).confirming,
        .api(.delete, "/teams/{name}", for: .decideTeams, Teams.remove).confirming,
        .api(.post, "/teams/{name}/members", for: .decideTeams, Teams.addMember).confirming,
        .api(.delete, "/teams/{name}/members/{account}", for: .decideTeams, Teams.removeMember).confirming,
        .api(.get, "/teams/{name}/contacts", for: .readTeams, TeamContacts.list),
        .api(.post, "/teams/{name}/contacts", for: .decideTeams, TeamContacts.add).confirming,
        .api(.post, "/teams/{name}/contacts/{contact}/test", for: .manageTeams, TeamContacts.test),
        .api(.delete, "/teams/{name}/contacts/{contact}", for: .decideTeams, TeamContacts.remove).confirming,
        .api(.get, "/teams/{name}/shifts", for: .readTeams, Shifts.show),
        .api(.put, "/teams/{name}/shifts", for: .manageTeams, Shifts.set),
        .api(.get, "/teams/{name}/overrides", for: .readTeams, Overrides.list),
        .api(.post, "/teams/{name}/overrides", for: .manageTeams, Overrides.add),
        .api(.delete, "/teams/{name}/overrides/{override}", for: .manageTeams, Overrides.remove),
        .api(.post, "/teams/{name}/hand-overs", for: .handOverShift, Overrides.handOver),
        .api(.delete, "/teams/{name}/hand-overs/{override}", for: .handOverShift, Overrides.takeBack),
        .api(.get, "/teams/{name}/on-call", for: .readTeams, OnCall.show),
        .api(.get, "/teams/{name}/calendar.ics", for: .readTeams, OnCall.calendar),
        .api(.post, "/teams/{name}/calendar", for: .manageTeams, CalendarFeeds.openForTeam),
        .api(.delete, "/teams/{name}/calendar", for: .manageTeams, CalendarFeeds.closeForTeam),
    ]
}
