package import FairKitCore
import FoundationEssentials
package import Relational

// How the core's values are stored in columns.

extension ID: SQLValueConvertible {
    package var sqlValue: SQLValue { .blob(bytes) }
    package init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue else { return nil }
        self.init(sixteen: bytes)
    }
    package init?(column: Int32, of row: borrowing Row) {
        guard let id = row.withBytes(column, { ID(sixteen: $0) }) else { return nil }
        self = id
    }
}

extension Timestamp: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(milliseconds) }
    package init?(sqlValue: SQLValue) {
        guard case .integer(let milliseconds) = sqlValue else { return nil }
        self.init(milliseconds: milliseconds)
    }
    package init?(column: Int32, of row: borrowing Row) {
        guard let milliseconds = row.integer(column) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension CalendarDate: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(Int64(daysSince1970)) }
    package init?(sqlValue: SQLValue) {
        guard let days = Int(sqlValue: sqlValue) else { return nil }
        self.init(daysSince1970: days)
    }
    package init?(column: Int32, of row: borrowing Row) {
        guard let days = Int(column: column, of: row) else { return nil }
        self.init(daysSince1970: days)
    }
}

extension LocalTime: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(Int64(minutes)) }
    package init?(sqlValue: SQLValue) {
        guard let minutes = Int(sqlValue: sqlValue) else { return nil }
        self.init(minutesSinceMidnight: minutes)
    }
}

extension Thousandths: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(count) }
    package init?(sqlValue: SQLValue) {
        guard case .integer(let count) = sqlValue else { return nil }
        self.init(count: count)
    }
    package init?(column: Int32, of row: borrowing Row) {
        guard let count = row.integer(column) else { return nil }
        self.init(count: count)
    }
}

extension KitCode: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(description) }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let code = KitCode(stored: text) else { return nil }
        self = code
    }
}

extension MailAddress: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(description) }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(stored: text)
    }
}

extension Phenotype: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(description) }

    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}

extension Genotype: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(description) }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}

extension TenantName: SQLValueConvertible {
    package var sqlValue: SQLValue { .text(text) }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}

extension AdministrativeSex: SQLValueConvertible {}
extension Language: SQLValueConvertible {}
extension KitStatus: SQLValueConvertible {}
extension KitSource: SQLValueConvertible {}
extension RoleName: SQLValueConvertible {}
extension Account.State: SQLValueConvertible {}
extension Invitation.Approval: SQLValueConvertible {}
extension Session.End: SQLValueConvertible {}
extension Share.End.Reason: SQLValueConvertible {}
extension ResultStatus: SQLValueConvertible {}
extension AATUnit: SQLValueConvertible {}
extension Comparator: SQLValueConvertible {}
extension CRP.Unit: SQLValueConvertible {}
extension AppliedRange.Source: SQLValueConvertible {}
extension AbnormalFlag: SQLValueConvertible {}
extension ResultHold: SQLValueConvertible {}
extension Band: SQLValueConvertible {}
extension DeliveryLane: SQLValueConvertible {}
extension AlertEventKind: SQLValueConvertible {}
extension AlertRule: SQLValueConvertible {}
extension AlertState: SQLValueConvertible {}
extension DeliveryStateName: SQLValueConvertible {}
extension ChannelName: SQLValueConvertible {}
extension AttemptOutcome: SQLValueConvertible {}
extension AuditAction: SQLValueConvertible {}
extension AuditOutcome: SQLValueConvertible {}
extension KeyedRequest.Route: SQLValueConvertible {}
extension TenantState: SQLValueConvertible {}
extension TenantEventKind: SQLValueConvertible {}
extension AlertStep.State: SQLValueConvertible {}
extension ReadBack.Reached: SQLValueConvertible {}
extension AlertResolution.Outcome: SQLValueConvertible {}
extension ContactKind: SQLValueConvertible {}
extension DeviceDetails.Platform: SQLValueConvertible {}
extension NoticeKind: SQLValueConvertible {}
extension Notice.Receiver.Kind: SQLValueConvertible {}
extension NoticeSend.State: SQLValueConvertible {}

extension NoticeSend.Lane: SQLValueConvertible {
    package var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    package init?(sqlValue: SQLValue) {
        guard let number = Int(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: number)
    }
}

extension NewsItem.Kind: SQLValueConvertible {}
extension FigureMeasure: SQLValueConvertible {}
extension Diagnostic.Platform: SQLValueConvertible {}
extension Diagnostic.Kind: SQLValueConvertible {}

extension NoticeFacts: SQLValueConvertible {
    /// JSON. Texts and numbers can always be encoded.
    package var sqlValue: SQLValue {
        .text(String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self))
    }
    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue,
            let facts = try? JSONDecoder().decode(NoticeFacts.self, from: Data(text.utf8))
        else { return nil }
        self = facts
    }
}
