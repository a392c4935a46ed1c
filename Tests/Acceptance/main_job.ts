// The main job by a client that openapi-generator made from the served document: register a kit, post a critical result, claim and ack its alert.
import { AlertsApi, Configuration, ConsumerGroupsApi, OverviewsApi, ProfilesApi, ResultsApi, TestKitsApi } from "./client";

declare const process: { env: Record<string, string>; exit(status: number): never };
const { server, code, other, label, today } = JSON.parse(process.env.JOB), keys: Record<string, string> = JSON.parse(process.env.KEYS);
const by = (role: string) => new Configuration({ basePath: server, headers: { "X-API-Key": keys[role] } });
function expect(truth: unknown, what: string) {
    if (!truth) throw new Error(`not so: ${what}`);
}

async function work() {
    const people = new ProfilesApi(by("administrator")), kits = new TestKitsApi(by("administrator")), queue = new ConsumerGroupsApi(by("consumer"));
    const person = await people.createProfile({
        newProfile: { name: { given: "Wanjiku", family: "Written" }, birthDate: new Date("1980-02-29"), consents: { clinicians: true } },
    });
    const found = await people.findProfiles({ findProfilesRequest: { name: { family: "Written" }, birthDate: new Date("1980-02-29") } });
    expect(found.items.some((one) => one.id === person.id), "the person is found");
    const changed = await people.changeProfile({ id: person.id, ifMatch: '"1"', profilePatch: { language: "sw" } });
    expect(changed.version === 2, "the profile has a second version");
    await kits.issueKits({ newKits: { codes: [code] } });
    const [photo] = [new Blob([Uint8Array.from(atob(label), (byte) => byte.charCodeAt(0))], { type: "image/jpeg" })];
    const read = await kits.registerKit({ photo, profileId: person.id });
    expect(read.kitCode === other && read.status === "registered", "the kit is read from its photo");
    const result = await new ResultsApi(by("laboratory")).recordResult({
        newResult: { reference: `T-${other}`, kitCode: other, testDate: new Date(today), level: { value: 820, unit: "mg/dL" } },
    });
    expect(result.flag === "HH" && result.level.value === 820, "the level is critical");
    for (;;) {
        const { items } = await queue.claimAlerts({ name: "default", claim: { limit: 100 } });
        expect(items.length, "an alert waits");
        await queue.ackDelivery({ name: "default", ack: { tokens: new Set(items.map((one) => one.token)) } });
        if (items.some((one) => one.patientId === person.id && one.alertId === result.alertId)) break;
    }
    const { items: alerts } = await new AlertsApi(by("clinician")).listAlerts({ patientId: person.id });
    expect(alerts.some((one) => one.id === result.alertId && one.rule === "critical-high"), "the clinician sees the alert");
    expect((await new OverviewsApi(by("clinician")).readDashboard()).openCriticalAlerts, "the dashboard counts it");
}

work().catch(async (error) => {
    console.error(error, error.response && (await error.response.text()));
    process.exit(1);
});
