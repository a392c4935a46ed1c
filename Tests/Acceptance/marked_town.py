"""A served store in which every field and every secret has a mark, and all its users."""

import subprocess

from PIL import Image, PngImagePlugin

from fairkit import BINARY, Store, surroundings
from kits import kit_code, photo

LEVELS = {"critical": 823.457, "corrected": 917.131, "usual": 153.713, "low": 43.139}


class Town:
    """A served store, all users with a key or an account, and the marks of all."""

    def __init__(self, place, marks):
        self.marks, self.place, self.logs, self.files = marks, place, [], {}
        self.folders = {name: place / name for name in ("data", "temporary", "home", "backup", "restored", "kept")}
        for name in ("temporary", "home", "kept"):
            self.folders[name].mkdir()
        # What was put in, and what was taken out to be shown.
        self.inputs, self.shown = place / "inputs", place / "shown"
        self.inputs.mkdir()
        self.shown.mkdir()
        self.store, self.keys, self.issued = Store(self.folders["data"]), {}, []
        for name, level in LEVELS.items():
            marks.fact(f"the {name} level", f"{level}")

    def run(self, *words, status=0, typed=None, **environment):
        """Runs a command, optionally with typed input."""
        line = [BINARY, *map(str, words), "--data", str(self.store.path)]
        done = subprocess.run(line, input=typed, env=surroundings(environment), capture_output=True, text=True, timeout=120)
        assert done.returncode == status, f"{words}: exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done

    def failed(self, *words):
        """Runs a command that refuses."""
        status = subprocess.run([BINARY, *map(str, words), "--data", str(self.store.path)], env=surroundings({}), capture_output=True, text=True, timeout=120).returncode
        assert status in (1, 64), (words, status)

    def start(self, *arguments, **environment):
        home, temporary = self.folders["home"], self.folders["temporary"]
        off = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN", "ALERT_LISTS")}
        surrounding = {"HOME": home, "TMPDIR": temporary, "FAIRKIT_LOG_LEVEL": "trace", **off, **environment}
        self.server = self.store.serve("--metrics-port", 0, "--allow-private-webhooks", *arguments, **surrounding)
        self.logs.append(self.server.log_file)
        for role, key in self.keys.items():
            setattr(self, role, self.server.client(key))

    def keep(self, moment):
        """Has every file that there is now looked into later."""
        for name, folder in self.folders.items():
            for path in folder.rglob("*"):
                data = path.read_bytes() if path.is_file() else b""
                if data.strip(b"\0"):
                    self.files[f"{moment}: {path.relative_to(self.place)}"] = data

    def key(self, role, *more):
        made = self.store.key(role, self.marks.text(f"key-of-{role}"), *more)["key"]
        self.marks.secret(f"the {role}'s key", made)
        return made

    def codes(self, count):
        """New kits' codes, whose digits no number has by chance."""
        made = [kit_code(7_391_846_205 + len(self.issued) + place) for place in range(count)]
        self.issued += made
        for code in made:
            self.marks.fact("a kit's code", code)
            self.marks.fact("a kit's number", code[7:17])
        return made

    def person(self, number):
        """Everything that a profile can hold."""
        text, fact = self.marks.text, self.marks.fact
        return {
            "name": {"given": text("given"), "family": text("family").replace("-", " Ünï-")},
            "birthDate": fact("a birth date", f"19{number:02}-03-19"),
            "sex": "female",
            "contact": {"email": f"{text('contact')}@example.org", "phone": fact("a phone number", f"+2547119007{number:02}")},
            "language": "sw",
            "timeZone": fact("a time zone", "Pacific/Kiritimati"),
            "knownGenotype": f"Z/{text('allele').replace('-', '').capitalize()}",
            "identifiers": [{"system": f"urn:{text('system')}", "value": text("identifier")}],
            "consents": {"clinicians": True, "partners": True},
        }

    def picture(self, *codes, format="JPEG"):
        """A photo with a mark wherever such a file can hold text, and in its name."""
        text = self.marks.text
        exif = Image.Exif()
        exif.update({0x010E: text("description"), 0x013B: text("artist"), 0x9286: text("user-comment"), 0x0110: text("model")})
        more = {"exif": exif, "comment": text("comment").encode()} if format == "JPEG" else {"pnginfo": PngImagePlugin.PngInfo()}
        if format == "PNG":
            more["pnginfo"].add_text(text("keyword"), text("png-text"))
        return {"photo": (f"{text('file-name')}.jpg", photo(*codes, format=format, **more), "image/jpeg")}
