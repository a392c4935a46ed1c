/// Keys for tests only, in PEM.
package enum PEM {
    /// The application server of RFC 8291, appendix A, in PKCS#8.
    package static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyfWPiYE+n46HLnH0
        KqZOF1fJJU3MYrct3AELtAQ+oRyhRANCAAT+M/SrDepxkU21WCP3O1SUj0EwbZIH
        Mtu5pZpTKGSCIA5Zent7wmC6HCJ5mFgJkuk5cwAvMBKiiujwa7t45ewP
        -----END PRIVATE KEY-----
        """

    /// The same key in SEC 1.
    package static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIMn1j4mBPp+Ohy5x9CqmThdXySVNzGK3LdwBC7QEPqEcoAoGCCqGSM49
        AwEHoUQDQgAE/jP0qw3qcZFNtVgj9ztUlI9BMG2SBzLbuaWaUyhkgiAOWXp7e8Jg
        uhwieZhYCZLpOXMALzASooro8Gu7eOXsDw==
        -----END EC PRIVATE KEY-----
        """

    /// The same key, encrypted with a passphrase.
    package static let encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBBKfZzFK3GkY1PRYYB9
        eMZWAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQtqQLkLW+OKrSKUx2
        K7lF4gSBkAbBdSZ44qOgn3tQChTbKv2HPE+ODtXYE5JGIAAapHTR1obmCQ5koZMV
        g02v6g9bAsJ5K3c+wWxzzhZsqRb0UxC6P9/nX0uKzigMCRvIiMA31l6m1USPDCBo
        cODLVbTl3V3nyPjfgx3etEgyHspUuXIgQaWoiY9BB5cp/g79PJ+6Rj0cgK/pLibP
        YfmOp9lt2Q==
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// Its public key.
    package static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/jP0qw3qcZFNtVgj9ztUlI9BMG2S
        BzLbuaWaUyhkgiAOWXp7e8JguhwieZhYCZLpOXMALzASooro8Gu7eOXsDw==
        -----END PUBLIC KEY-----
        """

    /// A key on another curve.
    package static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCZvUxCiDaFCbSiA8ZD
        5D138JLJIeKeV6TuHbqdrDULWP1uauFzrfliJfqWdl5mri2hZANiAATpoXbV2PFV
        WqZEo4xXpJrV6x77vaTQYaGhrBULScpaIhw+pFA4vawxhHu1djaXvHBmF6w6ZVOs
        HiksjEP+hlPI0ORHGXgwztcoZYayeFBnu8dxcASKsHUxPM1YGmoGZ0Y=
        -----END PRIVATE KEY-----
        """

    /// A key of Ed25519.
    package static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIO8Uxj9pQk+2N0X5y5TY8lpdSkrbpzzeSXSzu7lIlOaA
        -----END PRIVATE KEY-----
        """

    /// The key of RFC 7515, appendix A.2, in PKCS#8.
    package static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCh+BYK4uPJtGXO
        jS1lYmM2K5J9vinh8CR3/BYlzJChNuOL2TSXxbbqY913EeZ8dCn5VrD7io8ImtxL
        aYk8wTM/U+3QGbh3hCUv7JFP5IV3aVlL6kKA0ywPVb9ilE8TA5a8bpvfbr3SvaNn
        juygxmj3AbONv/s4yDQs4v5tJ/reSlpIdJed1LnPmt7Ex1sFhSwsD174pcF1A5L5
        ROjtZMEQxrZHYJqkeDrrnGya11UxMFBji4NmXG9veoKjlnAqH2QbgtPr8jkiGUkf
        toaHLFcW9Qr4NY2ai50Xw0Byj3+H2JoY2PyrZ62EWQwuz3WTOTY8BwNNb2BvniHg
        VFbK5emhAgMBAAECggEAEq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyW
        PEAeP88vLNO97IjlA7/GQ5sLKMgvfTeXZx9SE+7YwVol2NXOoAJe46sui395IW/G
        O+pWJ1O0BkTGoVEn2bKVRUCgu+GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzj
        kn439X0M/V51gfpRLI9JYanrC4D4qAdGcopV/0ZHHzQlBjudU2QvXt4ehNYTCBr6
        XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl/x/jTj3ccPDVZFD9pIuhLhBOneufuBiB
        4cS98l2SR/RQyGWSeWjnczT0QU91p1DhOVRuOopznQKBgQDgHMQQ60imZV1URk0K
        pLttoLhyt3SmqdEf/kgHePDdtzEafpAu+cS191R2JiuoF2yzWXnwFDcqGigp5BNr
        0AHQfD8/Lk8l1Mk09jxxCfui5nYooNyac8YFjm3vItzVCVDnEd3BbVWG8qf6deqE
        lMGAg+C2V0L4oNXnP7LZcPAZRwKBgQC5A8R+CZW2MvRTLLHzwZkUXV866cff7tx6
        kqa0finGG0KgeqlaZPxgCZnFp7AeAcCMtiynVlJ7vMVgePsLq6XtON4tB5kP9jAP
        rq3rbAOal78eUH5OcED6eNuCV8ixEu1eWcPNCS/l1OW1EnXUEoEHKl54Xrrz2uNw
        kgMTP1FZ1wKBgAcCn1dwJKufzBWQxWQp1vsM5fggqPN1qGb5y0MAk3g7/Ls5bkUp
        5u9SN0Ai3Ya6hNnvWJMb7sXQX6U/zyO2M/hTip7tUeh7CXgwo59dkpN75gJLVds2
        9+DAncu3KXU4f2Fa+7bLNrur53k8KwPOq2bbuTG69QtV7Jr5MR0AHWKNAoGBAIf/
        evpitUf+4JYbLpvNXWcY052Mpz22aR84mY3nh3F2LF2mjMJDpTg7FmuyPcVw6EcG
        yoAe9fa65iNqCq+jdw6PVNGo2hxfjSiZ8IIzHdsPXI89//pMjZcQK9r+CCoRjaZj
        OYiIDktVWZzmevJuv6WywUqd57LE3Zar3dLSIkx1AoGAIYd7DHOhrWvxkwPQsRM2
        tOgrjbcrfvtQJipd+DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd/QJQ3
        ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp/gh6A56
        03k2+ZQwVK0JKSHuLFkuQ3U=
        -----END PRIVATE KEY-----
        """

    /// A key of 1024 bits.
    package static let shortRSA = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBALOpqxpne+1zM1Uk
        3LtdjeelvFcZ9df4oGC/71Z+4FIgmlWiY531OzKB+vHCjW7Xe2/1rM8/oLlIvGz1
        sRJLWDh8XCBPYlGUUx3Xxwx/nL65MODrY4qEcjUk/gc0aozhIoXqpbYCTY9zen78
        0Pr9y3bsJvxnhHJpMx2u5eYhw7ABAgMBAAECgYEAgMbptNheFNoQ/kOYz9gEAfli
        4U/jTnWQhyisJeR1Z4ik9yKZorwHPXG7bJSWCc/8U0jWIAssagJ/xN3qmQFWbppx
        0Ihg3LQyBiovABaX0W5ELe2fnM2EUlcSWxze9Ds/ehyyeowrVY1W+ig+0sgnxy9V
        IVlTGXi2rn0Rev1EPf0CQQDkR69ONvriAEvMBv7wsQC0faCmPv4pRY1A0Ag+4p6o
        OwxeQuHFS9Rg99WGK93hEEQQozVvy3ps4S+K/8qFt4F/AkEAyXqqys5qTec6+/0e
        81UNYcntHTRRQNzRgjN3aETM7c2pu9bA/0+vVHiEcT/3jY8WPY8IWGdBw8iwbHTY
        pRqOfwJBAKyY4pwBh9j+nlCJ7ZHwUnclESUBNcvgsXcSk1lwoMLTuns+mFNDDTWv
        zLqgSidT1BK8Q7feIhdWf0raMba+U2MCQQDDrZFm+uaf1q2gwwtmRPqEOPtDW+Z2
        WoBYNegIqplldFMfDcnPrPKZ1Zq76uZg49Ez5FC0m0RyA93k1+75Gzu9AkBUMBjd
        OxHzZu18xmZkR+As9EZxGFaW1CC+B0PZrFvR14rBH6dyVY85Bi7C5rnpRzFgkc5t
        n5qOijHcW5GQ5yoX
        -----END PRIVATE KEY-----
        """
}
