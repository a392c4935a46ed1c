import FairKitFrame
import HTTPTypes

extension Route {
    /// The operator's work on all tenants.
    static let tenants: [Route] = [
        .operation(.get, "/tenants", Tenants.list),
        .operation(.post, "/tenants", Tenants.create),
        .operation(.post, "/tenants/import", Tenants.importTenant),
        .operation(.post, "/tenants/{name}/export", Tenants.export),
        .operation(.post, "/tenants/{name}/rename", Tenants.rename),
        .operation(.post, "/tenants/{name}/suspend", Tenants.suspend),
        .operation(.post, "/tenants/{name}/resume", Tenants.resume),
        .operation(.post, "/tenants/{name}/erase", Tenants.erase),
        .operation(.post, "/backup", Tenants.backUp),
        .operation(.get, "/progress/{name}", Operations.progress),
        .operation(.post, "/master-key/rotate", Tenants.rotateMasterKey),
        .operation(.post, "/signing-keys/rotate", TokenKeys.rotate),
        .operation(.post, "/clock/confirm", Operations.confirmClock),
    ]
}
