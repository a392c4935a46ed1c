import ArgumentParser
import FairKitCore
import FairKitServer
import FoundationEssentials
import Glibc
import Mail

extension MailSettings {
    /// Finds a setting's text; nil if it was not given.
    typealias Lookup = (SettingName) -> String?

    /// - Returns: nil if there is no mail server.
    init?(_ config: Lookup) throws {
        guard let url = config(.mailServer) else {
            let others = [SettingName.mailFrom, .mailUser, .mailPasswordFile, .mailCA]
            guard let lonely = others.first(where: { config($0) != nil }) else { return nil }
            throw OperatorError(
                "\(lonely.variable) needs a mail server. Set --mail-server (FAIRKIT_MAIL_SERVER), or remove \(lonely.variable)."
            )
        }
        guard let from = config(.mailFrom).flatMap({ MailAddress($0) }) else {
            throw OperatorError(
                "Set the sender of mail: --mail-from (FAIRKIT_MAIL_FROM), an address such as kit@example.org.")
        }
        let authorities = config(.mailCA)
        if let authorities, !(try TextFile(authorities).text).contains("-----BEGIN CERTIFICATE-----") {
            throw OperatorError(
                "The file of --mail-ca (FAIRKIT_MAIL_CA) holds no certificates in PEM. Check its content.")
        }
        do {
            self.init(
                server: try SMTPServer(url: url, login: try MailSettings.login(config), authorities: authorities),
                from: from)
        } catch SMTPServer.Unusable.malformed {
            throw OperatorError(
                "--mail-server (FAIRKIT_MAIL_SERVER) is smtp://HOST:PORT, which uses STARTTLS, or smtps://HOST:PORT. Set user and password with --mail-user and --mail-password-file."
            )
        } catch SMTPServer.Unusable.plain {
            throw OperatorError(
                "Mail holds secrets, so smtp+plain:// is for localhost only. Set --mail-server (FAIRKIT_MAIL_SERVER) to smtp:// or smtps://."
            )
        }
    }

    private static func login(_ config: Lookup) throws -> SMTPServer.Login? {
        switch (config(.mailUser), config(.mailPasswordFile)) {
        case (nil, nil): return nil
        case (let user?, let path?):
            // Only the service can read a systemd credential, although its mode looks wider.
            let file = try TextFile(path)
            let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] ?? ""
            if credentials.isEmpty || !path.hasPrefix(credentials + "/") {
                try file.refuseIfOthersHaveIt(holding: "the mail server's password")
            }
            var password = file.text
            while password.last?.isNewline == true { password.removeLast() }
            guard !user.isEmpty, !password.isEmpty, !(user + password).contains(where: \.isNewline) else {
                throw OperatorError(
                    "--mail-user (FAIRKIT_MAIL_USER) and the file of --mail-password-file (FAIRKIT_MAIL_PASSWORD_FILE) must hold one line each."
                )
            }
            return SMTPServer.Login(user: user, password: password)
        default:
            throw OperatorError(
                "Set user and password together: --mail-user (FAIRKIT_MAIL_USER) and --mail-password-file (FAIRKIT_MAIL_PASSWORD_FILE)."
            )
        }
    }
}

extension PublicURL {
    /// As a setting.
    init(setting text: String) throws {
        do {
            try self.init(text)
        } catch {
            throw OperatorError(
                "--public-url (FAIRKIT_PUBLIC_URL) is the address of this server for people, such as https://kit.example.org: https, without a query."
            )
        }
    }
}

/// The options of `serve` for mail.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail server: smtp://host:587, with STARTTLS, or smtps://host:465. Without one, mail waits in the outbox (FAIRKIT_MAIL_SERVER).",
            valueName: "url"))
    var mailServer: String?

    @Option(help: ArgumentHelp("The sender's address of all mail (FAIRKIT_MAIL_FROM).", valueName: "address"))
    var mailFrom: String?

    @Option(help: ArgumentHelp("The user name for the mail server (FAIRKIT_MAIL_USER, none).", valueName: "name"))
    var mailUser: String?

    @Option(
        help: ArgumentHelp(
            "A file, mode 0600, that holds the user's password (FAIRKIT_MAIL_PASSWORD_FILE).", valueName: "file"))
    var mailPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Certificate authorities to trust for the mail server, in PEM (FAIRKIT_MAIL_CA, the system's).",
            valueName: "file"))
    var mailCA: String?

    @Option(
        help: ArgumentHelp(
            "The address of this server for people: links in mails begin with it (FAIRKIT_PUBLIC_URL).",
            valueName: "url"))
    var publicURL: String?

    /// The values by setting.
    var values: [SettingName: String?] {
        [
            .mailServer: mailServer, .mailFrom: mailFrom, .mailUser: mailUser, .mailPasswordFile: mailPasswordFile,
            .mailCA: mailCA, .publicURL: publicURL,
        ]
    }
}
