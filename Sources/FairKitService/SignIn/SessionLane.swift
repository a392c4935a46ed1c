import FairKitCore
import FairKitStore

extension Tenancy {
    /// The lane in which a person signs in, or goes on with their session. On a full disk those who can acknowledge critical
    /// alerts do it from the reserve. See decision 0174.
    ///
    /// - Parameter role: nil: there is no such account.
    func sessionLane(of role: Role?) -> WriteLane {
        store.isDiskFull && role?.may(.acknowledgeAlert) == true ? .critical : .normal
    }
}
