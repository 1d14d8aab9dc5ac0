import { defaultEndpoint } from "../../provider/client/config/endpoint.ts";
import type { Clock } from "../../provider/kernel/clock.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import { systemRandom } from "../../provider/kernel/random.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import { byAnswer, recordsIn, statusText } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { type Exchange, NotTried } from "./calls.ts";
import type { Scenario } from "./scenario.ts";

const minuteMs = 60_000;
const burstOf = "CheckSharingWithResourceDirectoryStatus";
/** The longest time until a call is accepted again, if the window is one second, in milliseconds. */
const longestWindowMs = 2000;

/** The assumptions that reads decide, in the order of their calls. */
export const readProbes: readonly Probed[] = [
  {
    id: "S-identity",
    asked: "GetCallerIdentity",
    expected: "the account of the credentials",
    async probe({ caller: { account, problem, isAnswered } }) {
      if (!isAnswered) throw new NotTried(`needs an answer of GetCallerIdentity: ${problem}`);
      return { holds: account !== undefined, seen: account === undefined ? problem : "an account" };
    },
  },
  {
    id: "S-endpoint",
    asked: "the region's endpoint in DescribeRegions",
    expected: "resourcesharing.<region>.aliyuncs.com",
    async probe(run) {
      const { region } = run.calls;
      const regions = recordsIn(await run.calls.accepted("DescribeRegions"), "Regions");
      const own = regions.find(({ RegionId }) => RegionId === region);
      if (own === undefined) throw new NotTried(`DescribeRegions does not list ${region}`);
      return {
        holds: `https://${String(own["RegionEndpoint"])}` === defaultEndpoint("resourcesharing", region),
        seen: String(own["RegionEndpoint"]),
      };
    },
  },
  {
    id: "S-transport",
    asked: "CheckSharingWithResourceDirectoryStatus as a POST with all parameters in the query",
    expected: "200, JSON",
    async probe(run) {
      const answer = await run.ask("CheckSharingWithResourceDirectoryStatus");
      return byAnswer(answer, answer.code === undefined);
    },
  },
  {
    id: "S-signature",
    asked: "ListTagResources with a tag of spaces, signs and letters beyond ASCII",
    expected: "the signature is accepted",
    async probe(run) {
      const answer = await run.ask("ListTagResources", { ResourceType: "ResourceShare", Tag: [{ Key: "a b*c~d/e+é" }] });
      return byAnswer(answer, answer.code !== "SignatureDoesNotMatch");
    },
  },
  {
    id: "S-clock",
    asked: "DescribeRegions 14 and 16 minutes late, and twice with one nonce",
    expected: "accepted, refused, and the second refused",
    async probe(run) {
      const ask = (late: number, nonce: string) => {
        const random = { ...systemRandom, hex: () => nonce };
        return run.calls.ask("DescribeRegions", {}, { clock: late === 0 ? run.calls.clock : delayed(run.calls.clock, late), random });
      };
      const nonce = systemRandom.hex(32);
      const answers = [
        await ask(14 * minuteMs, systemRandom.hex(32)),
        await ask(16 * minuteMs, systemRandom.hex(32)),
        await ask(0, nonce),
        await ask(0, nonce),
      ];
      const codes = answers.map(({ code }) => code);
      const [recent, old, first, second] = codes;
      const holds = recent === undefined && old === "InvalidTimeStamp.Expired" && first === undefined && second === "SignatureNonceUsed";
      return { holds, seen: answers.map(statusText).join(", ") };
    },
  },
  {
    id: "S-gateway-codes",
    asked: "an operation that does not exist; DescribeRegions with an unknown key",
    expected: "404 InvalidAction.NotFound; 404 InvalidAccessKeyId.NotFound",
    async probe(run) {
      const unknownKey = { kind: "key", origin: "environment", accessKeyId: "resourceshare-verify", securityToken: undefined } as const;
      const credentials = { ...unknownKey, accessKeySecret: new Secret("resourceshare-verify") };
      const answers = [await run.ask("NoSuchOperation"), await run.calls.ask("DescribeRegions", {}, { account: { credentials } })];
      const seen = answers.map(statusText).join("; ");
      return { holds: seen === "404 InvalidAction.NotFound; 404 InvalidAccessKeyId.NotFound", seen };
    },
  },
  {
    id: "S-string-to-sign",
    asked: "DescribeRegions, signed with a wrong secret",
    expected: "SignatureDoesNotMatch, whose message quotes what was signed",
    async probe({ calls }) {
      const { credentials } = calls.configuration.account;
      if (credentials.kind !== "key") throw new NotTried("needs credentials in the environment or the configuration");
      const wrong = { ...credentials, accessKeySecret: new Secret("resourceshare-verify") };
      const answer = await calls.ask("DescribeRegions", {}, { account: { credentials: wrong } });
      if (answer.code !== "SignatureDoesNotMatch") return byAnswer(answer, false);
      const body = calls.exchanges.at(-1)?.body;
      const quotes = isRecord(body) && /string to sign/i.test(String(body["Message"]));
      return { holds: quotes, seen: quotes ? "quoted" : "not quoted" };
    },
  },
  {
    id: "S-nexttoken",
    asked: "ListPermissions with the token of another request",
    expected: "refused",
    async probe(run) {
      const body = await run.calls.accepted("ListPermissions", { MaxResults: 1 });
      const [first] = recordsIn(body, "Permissions");
      if (first === undefined || !body["NextToken"]) throw new NotTried("ListPermissions has no second page");
      const other = { MaxResults: 1, ResourceType: first["ResourceType"], NextToken: body["NextToken"] };
      const answer = await run.ask("ListPermissions", other);
      return byAnswer(answer, answer.code !== undefined);
    },
  },
  {
    id: "S-answers",
    asked: "GetPermission",
    expected: "an object Permission with the policy as text in Permission",
    async probe(run) {
      const names = (await run.permissions()).map(({ PermissionName }) => String(PermissionName));
      const name = names.find((known) => known.startsWith("AliyunRS"));
      if (name === undefined) throw new NotTried("ListPermissions lists no permission of the vendor");
      const { Permission } = await run.calls.accepted("GetPermission", { PermissionName: name });
      const inner = isRecord(Permission) ? Permission["Permission"] : undefined;
      return { holds: typeof inner === "string", seen: isRecord(Permission) ? `an object with a ${typeof inner}` : typeof Permission };
    },
  },
  throttleProbe("S-throttling", "the codes of refused calls", "Throttling, Throttling.User or Throttling.Api", ({ refused }) => {
    const codes = [...new Set(refused.map(({ body }) => (isRecord(body) ? String(body["Code"]) : "no JSON")))];
    return { holds: codes.every((code) => /^Throttling(\.User|\.Api)?$/.test(code)), seen: codes.join(", ") };
  }),
  throttleProbe("S-retry-after", "x-acs-retry-after of refused calls", "absent, or a whole number of milliseconds", ({ refused }) => {
    const values = [...new Set(refused.map(({ retryAfter }) => retryAfter ?? "absent"))];
    const isPause = (value: string) => value === "absent" || (/^[1-9]\d*$/.test(value) && Number(value) <= minuteMs);
    // The first refused calls come at the beginning of the window, so a small number would be seconds.
    const longest = Math.max(...values.map((value) => (value === "absent" ? Infinity : Number(value))));
    return { holds: values.every(isPause) && longest > 10, seen: values.join(", ") };
  }),
  throttleProbe("S-window", "when a call is accepted again", `within ${longestWindowMs} ms`, ({ began, refused, all }) => {
    const again = all.find((one) => one.status === 200 && one.at > (refused[0]?.at ?? 0) && one.at > began);
    if (again === undefined) throw new NotTried("no call was accepted after a refused one");
    return { holds: again.at - began <= longestWindowMs, seen: `after ${again.at - began} ms` };
  }),
  throttleProbe("S-limits", "another operation, while calls of one are refused", "accepted", ({ others }) => {
    const refusedOthers = others.filter(({ status }) => status !== 200).length;
    return { holds: refusedOthers === 0, seen: refusedOthers === 0 ? "accepted" : "refused" };
  }),
];

interface Burst {
  /** When the first call was sent. */
  readonly began: number;
  readonly all: readonly Exchange[];
  readonly refused: readonly Exchange[];
  /** The calls of another operation. */
  readonly others: readonly Exchange[];
}

/** A probe that classifies a burst of calls, which is sent once. */
function throttleProbe(id: string, asked: string, expected: string, classify: (burst: Burst) => { holds: boolean; seen: string }): Probed {
  return {
    id,
    asked: `25 calls of ${burstOf} at once: ${asked}`,
    expected,
    needs: ["throttle"],
    async probe(run: Scenario) {
      // Exchanges are in the order of their answers.
      const sent = run.calls.exchanges.slice(await run.burst()).toSorted((a, b) => a.at - b.at);
      const all = sent.filter(({ operation }) => operation === burstOf);
      const refused = all.filter(({ status }) => status !== 200);
      const began = all[0]?.at ?? 0;
      if (refused.length === 0) throw new NotTried("all calls were accepted");
      run.times["acceptedCalls"] = all.filter(({ status, at }) => status === 200 && at < began + 1000).length;
      return classify({ began, all, refused, others: sent.filter(({ operation }) => operation !== burstOf) });
    },
  };
}

function delayed(clock: Clock, ms: number): Clock {
  return {
    ...clock,
    now: () => clock.now(),
    sleep: clock.sleep.bind(clock),
    setTimer: clock.setTimer.bind(clock),
    wallTime: () => clock.wallTime() - ms,
  };
}
