/// A patient's result that waits for a confirmation: that it exists, and nothing of what it says.
package struct HeldResult: Equatable, Sendable {
    package let id: ResultID
    /// Its kit, which the patient registered.
    package let kit: KitID?
    /// When it began to wait.
    package let since: Timestamp

    package init(id: ResultID, kit: KitID?, since: Timestamp) {
        (self.id, self.kit, self.since) = (id, kit, since)
    }
}
