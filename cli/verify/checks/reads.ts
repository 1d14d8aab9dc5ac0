import { defaultEndpoint } from "../../../provider/client/config/endpoint.ts";
import { MalformedResponseError } from "../../../provider/client/errors/failures.ts";
import type { Clock } from "../../../provider/kernel/clock.ts";
import { asError, ProtocolError } from "../../../provider/kernel/errors.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { systemRandom } from "../../../provider/kernel/random.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import { outcomeOf, recordsIn, statusText } from "../answers.ts";
import { check, type Check } from "../check.ts";
import { NotTried } from "../run.ts";
import { permissionsOf } from "../shares.ts";

const minuteMs = 60_000;
const clockCodes = "accepted, InvalidTimeStamp.Expired, accepted, SignatureNonceUsed";
const quoted = "SignatureDoesNotMatch, whose message quotes what was signed";
/** A key and a secret that no account has. */
const unknown = "resourceshare-verify";

/** The assumptions that single reads decide, in the order of their calls. */
export const readChecks: readonly Check[] = [
  check("S-identity", [], "GetCallerIdentity", "an account", async (run) => {
    const account = await run.callerAccount().catch(asError);
    if (!(account instanceof Error)) return account === undefined ? "no GetCallerIdentity" : "an account";
    // A proxy's page is malformed; a refusal may be due to the credentials, the time or a policy.
    if (account.cause instanceof ProtocolError && !(account.cause instanceof MalformedResponseError)) return account.message;
    throw new NotTried(`needs an answer of GetCallerIdentity: ${account.message}`);
  }),
  check("S-endpoint", [], "the region's endpoint in DescribeRegions", defaultEndpoint("resourcesharing", "<region>"), async (run) => {
    const regions = recordsIn(await run.accepted("DescribeRegions"), "Regions");
    const own = regions.find(({ RegionId }) => RegionId === run.region);
    if (own === undefined) throw new NotTried(`DescribeRegions does not list ${run.region}`);
    return `https://${String(own["RegionEndpoint"])}`.replace(run.region, "<region>");
  }),
  check("S-transport", [], "a POST with all parameters in the query", "accepted with JSON", async (run) => {
    const answer = await run.ask("CheckSharingWithResourceDirectoryStatus");
    return answer.code === undefined ? "accepted with JSON" : statusText(answer);
  }),
  check("S-signature", [], "ListTagResources with a tag beyond ASCII", "the signature is accepted", async (run, expected) => {
    const answer = await run.ask("ListTagResources", { ResourceType: "ResourceShare", Tag: [{ Key: "a b*c~d/e+é" }] });
    return answer.code === "SignatureDoesNotMatch" ? statusText(answer) : expected;
  }),
  check("S-clock", [], "DescribeRegions 14 and 16 minutes late, and twice with one nonce", clockCodes, async (run) => {
    const nonces = [systemRandom.hex(32), systemRandom.hex(32), systemRandom.hex(32)] as const;
    const codeOf = async (late: number, nonce: string) => {
      const variation = { clock: delayed(run.clock, late), random: { ...systemRandom, hex: () => nonce } };
      return (await run.ask("DescribeRegions", {}, variation)).code ?? "accepted";
    };
    const late = [await codeOf(14 * minuteMs, nonces[0]), await codeOf(16 * minuteMs, nonces[1])];
    return [...late, await codeOf(0, nonces[2]), await codeOf(0, nonces[2])].join(", ");
  }),
  check(
    "S-gateway-codes",
    [],
    "an operation that does not exist; DescribeRegions with an unknown key",
    "404 InvalidAction.NotFound; 404 InvalidAccessKeyId.NotFound",
    async (run) => {
      const key = { kind: "key", origin: "environment", accessKeyId: unknown, securityToken: undefined } as const;
      const account = { credentials: { ...key, accessKeySecret: new Secret(unknown) } };
      return [await run.ask("NoSuchOperation"), await run.ask("DescribeRegions", {}, { account })].map(statusText).join("; ");
    },
  ),
  check("S-string-to-sign", [], "DescribeRegions, signed with a wrong secret", quoted, async (run) => {
    const { credentials } = run.parts.configuration.account;
    if (credentials.kind !== "key") throw new NotTried("needs credentials in the environment or the configuration");
    const account = { credentials: { ...credentials, accessKeySecret: new Secret(unknown) } };
    const answer = await run.ask("DescribeRegions", {}, { account });
    const body = run.exchanges.at(-1)?.body;
    const isQuoted = isRecord(body) && /string to sign/i.test(String(body["Message"]));
    return answer.code === "SignatureDoesNotMatch" && isQuoted ? quoted : `${statusText(answer)}, not quoted`;
  }),
  check("S-nexttoken", [], "ListPermissions with the token of another request", "refused", async (run) => {
    const body = await run.accepted("ListPermissions", { MaxResults: 1 });
    const [first] = recordsIn(body, "Permissions");
    if (first === undefined || !body["NextToken"]) throw new NotTried("ListPermissions has no second page");
    const other = { MaxResults: 1, ResourceType: first["ResourceType"], NextToken: body["NextToken"] };
    return outcomeOf(await run.ask("ListPermissions", other));
  }),
  check("S-answers", [], "GetPermission: the field Permission, and the policy in its own", "an object with a string", async (run) => {
    const names = (await permissionsOf(run)).map(({ PermissionName }) => String(PermissionName));
    const name = names.find((known) => known.startsWith("AliyunRS"));
    if (name === undefined) throw new NotTried("ListPermissions lists no permission of the vendor");
    const { Permission } = await run.accepted("GetPermission", { PermissionName: name });
    return isRecord(Permission) ? `an object with a ${typeof Permission["Permission"]}` : typeof Permission;
  }),
];

function delayed(clock: Clock, ms: number): Clock {
  return {
    ...clock,
    now: () => clock.now(),
    sleep: clock.sleep.bind(clock),
    setTimer: clock.setTimer.bind(clock),
    wallTime: () => clock.wallTime() - ms,
  };
}
