import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The devices on which a person's apps show messages. An app adds its device itself; here its owner removes one that they
/// lost or gave away.
enum DevicesPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let devices = try await page.tenancy.devices.list(by: page.caller)
        let channels = page.tenancy.devices.channels
        let rows = devices.map { row($0, isReached: channels.contains($0.contact.kind) && $0.contact.isUsed, reader) }
        return OwnPage(
            title: .ownDevices, parent: ("/profile/security", .ownSecurity), said: [.ownDeviceRemoved]
        ).show(
            page,
            devices.isEmpty
                ? reader.empty(.ownNoDevices, .ownNoDevicesWhy)
                : """
                <p class="lead">\(reader[.ownDevicesLead])</p>
                <section class="card"><ul class="list">\(rows)</ul></section>
                \(reader.links([("/profile/test", .ownTest, reader[.ownTestWhy])]))
                """)
    }

    /// One that is gone already was removed meanwhile.
    static func remove(_ page: PageCall, _ form: Form) async throws -> Response {
        do { try await page.tenancy.devices.remove(try page.call.id(), by: page.caller) } catch let refusal
            as Refusal<OwnAccountFailure>
        {
            guard case .notFound = refusal else { throw refusal }
        }
        return .seeOther(page.reader["/profile/devices?done=\(PageText.ownDeviceRemoved.rawValue)"])
    }

    private static func row(_ device: Device, isReached: Bool, _ reader: Reader) -> HTML {
        let name = device.details.label ?? reader[device.details.platform.text]
        return """
            <li><div><span class="name"><b>\(name)</b><span>\(reader[.ownLastUsed]) \(reader.moment(device.seenAt)), \
            \(reader[isReached ? .ownContactUsed : .ownContactGone])</span></span>\
            <form method="post" action="\(to: reader["/profile/devices/\(device.contact.id)/remove"])">\
            \(Shell.token(reader))<button class="quiet danger" aria-label="\(reader[.ownRemoveContact]): \(name)">\
            \(reader[.ownRemoveContact])</button></form></div></li>

            """
    }
}

extension DeviceDetails.Platform {
    fileprivate var text: PageText {
        switch self {
        case .ios: .ownDeviceApple
        case .android: .ownDeviceAndroid
        case .web: .ownDeviceBrowser
        }
    }
}
