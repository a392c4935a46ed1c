package import FairKitCore
import FairKitStore

extension Programmes {
    /// Figures over a period: how many people, never who.
    ///
    /// - Parameter id: nil: those of the whole clinic, for administrators.
    package func figures(
        of id: ProgrammeID?, in period: FigurePeriod, by caller: Caller
    ) async throws(Refusal<Never>) -> ProgrammeFigures {
        throw .notFound
    }
}
