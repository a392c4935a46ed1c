"""Writes `writeMembers` for each struct that declares JSONBody and has none: a member for each stored property, in their order.

    python3 bodies.py OUTPUT FOLDER SOURCE…

SOURCEs in FOLDER belong to the target. The others have structs that an extension in it makes a JSONBody. The sources are as swift-format
leaves them: what stands in a type is indented by four spaces.
"""
import re
import sys
from pathlib import Path

WORDS = r"(?:(?:package|public|private|fileprivate|private\(set\)|final|indirect) )*"
TYPE = re.compile(rf"( *)({WORDS})(struct|enum|class|actor|protocol|extension) ([A-Z][\w.]*)(?:<[^{{]*?>)?(?:: ([^{{]*?))?((?: where [^{{]*)?) ?\{{(.*)")
PROPERTY = re.compile(rf"( *){WORDS}(let|var) (`?\w+`?(?:, `?\w+`?)*)(.*)")


class Type:
    def __init__(self, name, indent, words, kind, inherited, conditions):
        self.name, self.indent, self.kind, self.conditions = name, indent, kind, conditions.strip()
        self.is_package = "package" in words
        self.is_body = "JSONBody" in re.findall(r"\w+", inherited or "")
        self.writes_itself = False
        self.properties = []


def headers(text):
    """The lines; those of a type's beginning, which may take several, as one."""
    lines = iter(text.splitlines())
    for line in lines:
        if re.match(rf" *{WORDS}(struct|enum|class|actor|protocol|extension) [A-Z]", line):
            while "{" not in line:
                line += " " + next(lines).strip()
        yield line


def types(text):
    open_types, found = [], []
    for line in headers(text):
        while line and open_types and not line.startswith(open_types[-1].indent + " "):
            open_types.pop()
        if match := TYPE.match(line):
            indent, words, kind, name, inherited, conditions, rest = match.groups()
            outer = open_types[-1].name + "." if open_types else ""
            found.append(Type(outer + name, indent, words, kind, inherited, conditions))
            open_types.append(found[-1])
            line = indent + "    " + rest.strip(" }")
        if not open_types:
            continue
        inside = open_types[-1]
        if " func writeMembers(to" in line:
            inside.writes_itself = True
        elif (match := PROPERTY.fullmatch(line)) and len(match[1]) == len(inside.indent) + 4:
            # A computed property has a body instead of a value.
            if match[2] == "let" or "{" not in match[4].split("=")[0]:
                inside.properties += match[3].split(", ")
    return found


def main(output, folder, *sources):
    found = {path: types(Path(path).read_text()) for path in sources}
    structs = {t.name: t for path in sources for t in found[path] if t.kind == "struct"}
    lines = ["import FairKitAPI"] if Path(folder).name != "FairKitAPI" else []
    lines = [f"{line}" for line in lines] + ["import FairKitCore"]
    for body in (t for path in sources if path.startswith(folder) for t in found[path]):
        if not body.is_body or body.writes_itself or body.kind == "protocol":
            continue
        struct = structs[body.name]
        access = "package " if struct.is_package else ""
        lines += ["", f"extension {body.name} {body.conditions}".rstrip() + " {"]
        lines += [f"    {access}func writeMembers(to json: inout JSONWriter) {{"]
        lines += [f'        json.member(#""{name.strip("`")}":"#, self.{name})' for name in struct.properties]
        lines += ["    }", "}"]
    text = "\n".join(lines) + "\n"
    # An unchanged file is left alone, so that nothing is compiled again.
    if not Path(output).exists() or Path(output).read_text() != text:
        Path(output).write_text(text)


main(*sys.argv[1:])
