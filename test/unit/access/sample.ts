import type { Change } from "../../../access/diff/changes.ts";
import type { PolicyFinding } from "../../../access/diff/policies/policy-findings.ts";
import { targetOf, unknownName } from "../../../access/share-snapshot.ts";
import { withChanged } from "../../../access/shown-access.ts";
import { accessesOf } from "./builders.ts";

/** Two accesses, one of them pending and external, through a share whose name contains the formats' own syntax. */
export const sample = accessesOf({
  share: { name: 'a"]<b>', id: "rs-1" },
  targets: ["fd-1", targetOf("2000000000000001", true)],
  pending: ["2000000000000001"],
});

const network = { name: "network", id: "rs-1", urn: "urn:pulumi:dev::shop::a:b:ResourceShare::network", pending: false };
const change = (kind: Change["change"], target: Change["target"], more: Partial<Change> = {}): Change => ({
  ...{ change: kind, target, resource: { type: "VSwitch", id: "vsw-1" }, permission: "default", account: "1", pending: false, gap: false },
  shares: [network],
  ...more,
});
const folder = targetOf("fd-1", false);

/** Changes of every kind and risk, in no order. */
export const changesOfAllKinds: readonly Change[] = [
  change("kept", folder),
  change("kept", targetOf("fd-2", false), { gap: true }),
  change("lost", targetOf("fd-3", false), { shares: [network, { name: "old", id: "rs-2", pending: false }] }),
  change("unknown", { id: unknownName, kind: "Unknown", external: false }, { shares: [{ ...network, name: "new", id: undefined }] }),
  change("unknown", folder, { resource: { type: unknownName, id: unknownName }, permission: unknownName }),
  change("gained", targetOf("2000000000000001", true), {
    permission: "AliyunRSPermissionVSwitchReadWrite",
    pending: true,
    shares: [{ ...network, pending: true }],
  }),
  change("gained", targetOf("11", null), { resource: { type: "Image", id: "m-1", arn: "acs:ecs:cn-hangzhou:1:image/m-1" } }),
  change("gained", targetOf("12", null), { resource: { type: "Image", id: "m-1", arn: "acs:ecs:cn-hangzhou:1:image/m-1" } }),
  change("gained", targetOf("ipam.aliyuncs.com", false)),
  change("gained", targetOf("rd-1", false)),
  change("kept", targetOf("13", false), { wasPending: true }),
  change("kept", targetOf("14", false), { wasPending: false, pending: true, shares: [{ ...network, pending: true }] }),
];

/** Of two VSwitches, one permission becomes `ReadWrite` and one `ReadOnly`. */
export const changesOfPermission = ["vsw-1", "vsw-2"].flatMap((id, index) => {
  const [old, now] = index === 0 ? ["ReadOnly", "ReadWrite"] : ["ReadWrite", "ReadOnly"];
  const resource = { type: "VSwitch", id };
  return withChanged([change("lost", folder, { resource, permission: old }), change("gained", folder, { resource, permission: now })]);
});

const service = targetOf("ipam.aliyuncs.com", false);
const pool = { type: "IpamPool", id: "pool-1" };

/** A service gets the property of an access, and a resource loses one. */
export const changesOfProperty = withChanged([
  change("lost", service, { resource: { ...pool, property: '{"cidr":"10.0.0.0/8"}' } }),
  change("gained", { ...service, property: '{"hours":"8-9"}' }, { resource: pool }),
]);

const finding = { pack: "guard", urn: network.urn };

/** A finding of each level. */
export const findingsOfAllLevels: PolicyFinding[] = [
  { ...finding, level: "mandatory", policy: "external-targets", message: "2000000000000001 is outside\nthe directory" },
  { ...finding, level: "advisory", policy: "naming", urn: "", message: "no name" },
  { ...finding, level: "fixed", policy: "required-tags", message: "The policy changes tags." },
];
