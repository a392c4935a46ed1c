# shifts.py: prints what a calendar file says about the next four weeks as the shifts of a team.
import datetime
import json
import pathlib
import sys
import zoneinfo

import icalendar
import recurring_ical_events

team, calendar = (pathlib.Path(path).read_bytes() for path in sys.argv[1:])
team, now = json.loads(team), datetime.datetime.now(datetime.UTC)
accounts = {member["email"].lower(): member["accountId"] for member in team["members"]}


def local(time):
    if isinstance(time, datetime.datetime):
        return time.astimezone(zoneinfo.ZoneInfo(team["timeZone"])) if time.tzinfo else time
    return datetime.datetime.combine(time, datetime.time())  # an event of whole days


shifts = []
for event in recurring_ical_events.of(icalendar.Calendar.from_ical(calendar)).between(now, now + datetime.timedelta(weeks=4)):
    start, end, attendees = local(event.start), local(event.end), event.get("ATTENDEE", [])
    for attendee in attendees if isinstance(attendees, list) else [attendees]:
        if event.get("STATUS") != "CANCELLED" and attendee.params.get("PARTSTAT") != "DECLINED":
            member, day, times = accounts[attendee.lower().removeprefix("mailto:")], f"{start:%F}", (f"{start:%H:%M}", f"{end:%H:%M}")
            shifts.append({"accountId": member, "weekdays": [f"{start:%A}".lower()], "from": day, "until": day,
                "start": times[0], "end": times[1], "days": (end.date() - start.date()).days})  # fmt: skip
json.dump({"shifts": shifts}, sys.stdout)
