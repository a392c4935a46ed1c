import FairKitCore

extension HandoverFault: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notOwn: Invalid("/from", "a time that is your own shift, and that you did not take over").problem
        case .colleagueAway: Invalid("/accountId", "a member of the team who can be on call").problem
        case .colleagueOnCall: Invalid("/accountId", "a member who is not on call then").problem
        }
    }
}
