"""Creates certificates of a test authority."""

import subprocess

NEW = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]


class Authority:
    """Its own certificate is `certificate`."""

    def __init__(self, folder):
        self.folder = folder
        self.certificate = folder / "ca.pem"
        self._openssl(*NEW, "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Test authority")

    def sign(self, name, names="DNS:localhost,IP:127.0.0.1"):
        """The files of a new certificate for names of this machine, and of its private key."""
        key, request, certificate = (f"{name}.{ending}" for ending in ("key", "csr", "pem"))
        self._openssl(*NEW, "-keyout", key, "-out", request, "-subj", "/CN=localhost")
        (self.folder / "names").write_text(f"subjectAltName={names}\n")
        self._openssl(
            "x509", "-req", "-in", request, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", certificate
        )
        return self.folder / certificate, self.folder / key

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)
