/// The IANA names of the time zones that Windows and Outlook name in calendars, by the mapping of Unicode's CLDR for the
/// territory 001.
enum WindowsZones {
    /// nil: Windows has no such zone.
    static func name(of zone: String) -> String? { names[zone] }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { names["\(parts[0])"] = "\(parts[1])" }
        }
        return names
    }()

    private static let table = """
        AUS Central Standard Time=Australia/Darwin
        AUS Eastern Standard Time=Australia/Sydney
        Alaskan Standard Time=America/Anchorage
        Arab Standard Time=Asia/Riyadh
        Arabian Standard Time=Asia/Dubai
        Arabic Standard Time=Asia/Baghdad
        Argentina Standard Time=America/Argentina/Buenos_Aires
        Atlantic Standard Time=America/Halifax
        Azores Standard Time=Atlantic/Azores
        Bangladesh Standard Time=Asia/Dhaka
        Canada Central Standard Time=America/Regina
        Cen. Australia Standard Time=Australia/Adelaide
        Central America Standard Time=America/Guatemala
        Central Asia Standard Time=Asia/Almaty
        Central Europe Standard Time=Europe/Budapest
        Central European Standard Time=Europe/Warsaw
        Central Standard Time (Mexico)=America/Mexico_City
        Central Standard Time=America/Chicago
        China Standard Time=Asia/Shanghai
        E. Africa Standard Time=Africa/Nairobi
        E. Australia Standard Time=Australia/Brisbane
        E. Europe Standard Time=Europe/Chisinau
        E. South America Standard Time=America/Sao_Paulo
        Eastern Standard Time=America/New_York
        Egypt Standard Time=Africa/Cairo
        FLE Standard Time=Europe/Kiev
        GMT Standard Time=Europe/London
        GTB Standard Time=Europe/Bucharest
        Greenwich Standard Time=Atlantic/Reykjavik
        Hawaiian Standard Time=Pacific/Honolulu
        India Standard Time=Asia/Kolkata
        Iran Standard Time=Asia/Tehran
        Israel Standard Time=Asia/Jerusalem
        Jordan Standard Time=Asia/Amman
        Korea Standard Time=Asia/Seoul
        Middle East Standard Time=Asia/Beirut
        Morocco Standard Time=Africa/Casablanca
        Mountain Standard Time=America/Denver
        Namibia Standard Time=Africa/Windhoek
        Nepal Standard Time=Asia/Kathmandu
        New Zealand Standard Time=Pacific/Auckland
        Newfoundland Standard Time=America/St_Johns
        Pacific SA Standard Time=America/Santiago
        Pacific Standard Time=America/Los_Angeles
        Pakistan Standard Time=Asia/Karachi
        Romance Standard Time=Europe/Paris
        Russian Standard Time=Europe/Moscow
        SA Eastern Standard Time=America/Cayenne
        SA Pacific Standard Time=America/Bogota
        SA Western Standard Time=America/La_Paz
        SE Asia Standard Time=Asia/Bangkok
        Singapore Standard Time=Asia/Singapore
        South Africa Standard Time=Africa/Johannesburg
        South Sudan Standard Time=Africa/Juba
        Sri Lanka Standard Time=Asia/Colombo
        Sudan Standard Time=Africa/Khartoum
        Taipei Standard Time=Asia/Taipei
        Tokyo Standard Time=Asia/Tokyo
        Turkey Standard Time=Europe/Istanbul
        US Eastern Standard Time=America/Indianapolis
        US Mountain Standard Time=America/Phoenix
        UTC=Etc/UTC
        Venezuela Standard Time=America/Caracas
        W. Australia Standard Time=Australia/Perth
        W. Central Africa Standard Time=Africa/Lagos
        W. Europe Standard Time=Europe/Berlin
        West Asia Standard Time=Asia/Tashkent
        """
}
