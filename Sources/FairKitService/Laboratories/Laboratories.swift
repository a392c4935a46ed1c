package import FairKitCore
import FairKitStore

/// The laboratories of a tenant. The first API key or account of a laboratory adds it. See decision 0107.
package struct Laboratories: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var laboratories: Laboratories { Laboratories(tenant: self) }
}

extension Laboratories {
    /// A page of all laboratories, the one that was added first first.
    package func list(
        after last: LaboratoryID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<Laboratory, LaboratoryID> {
        try await tenant.read(.readLaboratories, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<Page<Laboratory, LaboratoryID>, Never> in
            .success(try tx.laboratories(after: last, limit: limit))
        }
    }

    /// Replaces what reports print of a laboratory beside its name. Reports printed from now on have it, those of earlier
    /// results, too.
    package func set(
        _ details: LaboratoryDetails, of id: LaboratoryID, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> Laboratory {
        try await tenant.write(.manageLaboratories, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Laboratory, Never> in
            guard let laboratory = try tx.laboratory(id) else { return .failure(.notFound) }
            var faults = faults
            details.check(&faults)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            guard laboratory.details != details else { return .success(laboratory) }
            try tx.setDetails(details, of: id)
            grant.log(.laboratoryChanged, id, about: nil)
            return .success(Laboratory(id: id, name: laboratory.name, details: details))
        }
    }
}
