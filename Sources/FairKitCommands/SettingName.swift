/// The settings; the raw value is the last part of the key: `port` is `FAIRKIT_PORT`.
enum SettingName: String, CaseIterable {
    case data
    case store
    case storePasswordFile = "store.password.file"
    case storeSize = "store.size"
    case tenant
    case keyFile = "key.file"
    case masterKey = "master.key"
    case host
    case port
    case tlsCertificate = "tls.certificate"
    case tlsKey = "tls.key"
    case behindProxy = "behind.proxy"
    case metricsPort = "metrics.port"
    case acceptWeakerCage = "accept.weaker.cage"
    case allowPrivateWebhooks = "allow.private.webhooks"
    case webhookCA = "webhook.ca"
    case channels
    case rateKey = "rate.key"
    case rateAccount = "rate.account"
    case rateAddress = "rate.address"
    case rateSignIn = "rate.sign.in"
    case rateAlertLists = "rate.alert.lists"
    case phoneMessages = "phone.messages"
    case phoneCountries = "phone.countries"
    case mails
    case connections
    case connectionsPerAddress = "connections.per.address"
    case mailServer = "mail.server"
    case mailFrom = "mail.from"
    case mailUser = "mail.user"
    case mailPasswordFile = "mail.password.file"
    case mailCA = "mail.ca"
    case publicURL = "public.url"
    case logLevel = "log.level"

    var variable: String { "FAIRKIT_" + rawValue.uppercased().map { $0 == "." ? "_" : String($0) }.joined() }
}
