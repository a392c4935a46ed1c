package import FairKitCore
package import FairKitStore

/// Everything that can be asked of FairKit, made from the few things that it stands on.
/// See the decision `0003-a-use-case-is-one-transaction`.
package struct UseCases: Sendable {
    package let authenticate: Authenticate
    package let createProfile: CreateProfile
    package let readProfile: ReadProfile
    package let registerKit: RegisterKit
    package let scanPhoto: ScanPhoto
    package let recordResult: RecordResult
    package let correctResult: CorrectResult
    package let readResult: ReadResult
    package let listResults: ListResults
    package let claimAlerts: ClaimAlerts
    package let deliverAlert: DeliverAlert
    package let readAlerts: ReadAlerts
    package let createKey: CreateKey
    package let revokeKey: RevokeKey
    package let checkReadiness: CheckReadiness
    package let backUp: BackUp
    package let checkStore: CheckStore
    package let readStatistics: ReadStatistics

    package init(store: Store, workers: ScanWorkerPool, zones: TimeZones, now: @escaping Now) {
        authenticate = Authenticate(store: store)
        createProfile = CreateProfile(store: store, zones: zones, now: now)
        readProfile = ReadProfile(store: store, now: now)
        scanPhoto = ScanPhoto(workers: workers)
        registerKit = RegisterKit(store: store, scan: scanPhoto, zones: zones, now: now)
        recordResult = RecordResult(store: store, now: now)
        correctResult = CorrectResult(store: store, now: now)
        readResult = ReadResult(store: store, now: now)
        listResults = ListResults(store: store, now: now)
        claimAlerts = ClaimAlerts(store: store, now: now)
        deliverAlert = DeliverAlert(store: store, now: now)
        readAlerts = ReadAlerts(store: store, now: now)
        createKey = CreateKey(store: store, now: now)
        revokeKey = RevokeKey(store: store, now: now)
        checkReadiness = CheckReadiness(store: store)
        backUp = BackUp(store: store, now: now)
        checkStore = CheckStore(store: store)
        readStatistics = ReadStatistics(store: store)
    }
}
