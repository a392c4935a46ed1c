"""Which stage of a request the instructions that callgrind counted belong to."""

import re
from collections import Counter, defaultdict

# Each stage with the libraries and the symbols of its functions. What belongs to none, such as malloc or a function of the standard library,
# counts for the stages of its callers.
STAGES = {
    "encode": r"\$s\w*?(10FairKitAPI\w*(JSONWriter|GrowingBytes|MemberChoice)|12writeMembers)",
    "log": r"\$s7Logging|\$s\w*?(LogHandler|LogLines|JSONLog)",
    "HTTP": r"\$s\w*?(\d+NIO|\d+CNIO|11Hummingbird|9HTTPTypes)|c_nio_|CNIO",
    "frame": r"\$s\w*?(12FairKitFrame|11FairKitHTTP|13FairKitServer|10FairKitAPI)",
    "hop": r"swift_(task|job|continuation|defaultActor|async)|_dispatch|dispatch_|pthread_(cond|mutex)|\$s\w*?(12Coordination|Sc[TGPAWC])|swift::.*(Task|Job|Actor)",
    "SQL": r"libsqlcipher|sqlite3_|\$s\w*?(12FairKitStore|9SQLCipher|10Relational)",
    "rules": r"\$s\w*?(14FairKitService|11FairKitCore|14FairKitRuntime|12FairKitVault|7KeyRing|10CompactJWS|13TextEncodings)",
}
# Encrypting and authenticating pages: what libsqlcipher has libcrypto do.
PAGES, OTHER = "pages", "other"
COLUMNS = ("HTTP", "frame", "hop", "rules", "SQL", PAGES, "encode", "log", OTHER)
STAGE = {name: re.compile(pattern) for name, pattern in STAGES.items()}


def by_stage(path):
    """Stage → instructions. Those of functions without a stage are divided among their callers by what each caller had them do."""
    own, calls = _read(path)
    stages = {function: next((name for name in STAGE if STAGE[name].search(" ".join(function))), None) for function in own}
    callers = defaultdict(list)
    for (caller, called), cost in calls.items():
        if caller != called:
            callers[called].append((caller, cost))
    found = Counter()
    loose = {}
    for function, cost in own.items():
        if stages[function]:
            found[stages[function]] += cost
        else:
            loose[function] = cost
    # Functions that call each other in a circle are left with less in each round.
    for _ in range(60):
        rest = Counter()
        for function, cost in loose.items():
            total = sum(part for _, part in callers[function])
            if not total:
                found[OTHER] += cost
            for caller, part in callers[function]:
                stage = stages.get(caller)
                if stage == "SQL" and "libcrypto" in function[0] and "libsqlcipher" in caller[0]:
                    stage = PAGES
                if stage:
                    found[stage] += cost * part / total
                else:
                    rest[caller] += cost * part / total
        loose = rest
    found[OTHER] += sum(loose.values())
    return found


def _read(path):
    """(library, function) → its own instructions; (caller, called) → instructions of the calls."""
    own, calls, names = Counter(), Counter(), {}
    library = called_library = function = called = None

    def name(kind, text):
        number, _, given = text.partition(" ")
        return names.setdefault((kind, number), given)

    with open(path) as file:
        for line in file:
            key, equals, value = line.rstrip("\n").partition("=")
            if equals and key == "ob":
                library = called_library = name("ob", value)
            elif equals and key == "cob":
                called_library = name("ob", value)
            elif equals and key == "fn":
                function = (library, name("fn", value))
            elif equals and key == "cfn":
                called = (called_library, name("fn", value))
            elif equals and key == "calls":
                calls[function, called] += int(next(file).split()[1])
                own[called] += 0
                called_library = library
            elif function and line[0] in "0123456789+-*":
                own[function] += int(line.split()[1])
    return own, calls
