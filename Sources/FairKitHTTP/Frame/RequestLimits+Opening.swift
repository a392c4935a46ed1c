import FairKitService
import Hummingbird

extension RequestLimits {
    /// What a request is answered before its tenant is opened: without a credential it is nobody's, whatever tenants there are, and where
    /// too many unknown keys came from an address, no closed tenant is opened for another one. Alerts don't wait for strangers at their
    /// consumer's address: for them it is opened nevertheless.
    /// - Returns: nil: the request goes on.
    func refusal(of request: Request, by route: Route, isOpen: Bool) throws(Problem) -> Problem? {
        guard case .authenticated = route.audience else {
            if !isOpen { try refuseAttempt(route.limit) }
            return nil
        }
        let credentials = Credentials(request)
        if case .unclear = credentials { return refusal() }
        if !isOpen, !route.isUrgent { try refuseGuess(of: credentials.text) }
        return nil
    }
}
