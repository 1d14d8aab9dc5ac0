import type { Association } from "../../../provider/api/entities.ts";
import { visibilityMs } from "../../../provider/lifecycle/freshness.ts";
import { newestOf } from "../../../provider/resources/association/entities.ts";
import { type Fields, outcomeOf } from "../answers.ts";
import { check, type Check, step } from "../check.ts";
import { NotTried, type Run } from "../run.ts";
import { associationsOf, firstShare, permissionsOf } from "../shares.ts";

/**
 * The assumptions about a resource and a target of a share, in the order of their calls.
 * No target gets access to the resource: the resource is disassociated before the target is associated.
 */
export const associationChecks: readonly Check[] = [
  check("S-reassociate", ["resource"], "AssociateResourceShare of an associated resource", "accepted, Associated", async (run) => {
    const id = await withResource(run);
    const answer = await run.ask("AssociateResourceShare", { ResourceShareId: id, ...run.permitted.resource?.request });
    return answer.code === undefined ? `accepted, ${await resourceStatus(run, id)}` : outcomeOf(answer);
  }),
  check(
    "S-replace",
    ["resource"],
    "AssociateResourceSharePermission with another permission of the type and Replace=false",
    "refused",
    async (run) => {
      const id = await withResource(run);
      const [held] = await run.poll(
        () => attachedPermissions(run, id),
        (permissions) => permissions.length > 0,
      );
      if (held === undefined) throw new NotTried("the share shows no permission");
      const names = (await permissionsOf(run, held["ResourceType"])).map(({ PermissionName }) => PermissionName);
      const other = names.find((name) => name !== held["PermissionName"]);
      if (other === undefined) throw new NotTried(`${String(held["ResourceType"])} has one permission`);
      return outcomeOf(await run.ask("AssociateResourceSharePermission", { ResourceShareId: id, PermissionName: other, Replace: false }));
    },
  ),
  check(
    "S-disassociateinvalid",
    ["resource", "target"],
    "DisassociateResourceShare of a resource that is associated and a target that is not",
    "DisassociateInvalid, and the resource is Associated",
    async (run) => {
      const id = await withResource(run);
      const request = { ResourceShareId: id, ...run.permitted.resource?.request, Targets: [run.permitted.target] };
      const { code = "accepted" } = await run.ask("DisassociateResourceShare", request);
      return `${code}, and the resource is ${await resourceStatus(run, id)}`;
    },
  ),
  check(
    "S-permission-stays",
    ["resource"],
    "ListResourceSharePermissions after the only resource has left",
    "the permission of its type",
    async (run, expected) => {
      const id = await withoutResource(run);
      const { length } = await run.poll(
        () => attachedPermissions(run, id),
        (permissions) => permissions.length === 0,
      );
      return length > 0 ? expected : "none";
    },
  ),
  check("S-newest", ["target"], "the newest association record of a target that came, left and came again", "Associated", async (run) => {
    if (run.permitted.resource !== undefined) await withoutResource(run);
    const { id } = await firstShare(run);
    const request = { ResourceShareId: id, Targets: [run.permitted.target] };
    await run.accepted("AssociateResourceShare", request);
    await settled(run, id, "Target", "Associated");
    await run.ask("ListSharedTargets", { ResourceOwner: "Self", ResourceShareIds: [id] });
    await run.accepted("DisassociateResourceShare", request);
    await settled(run, id, "Target", "Disassociated");
    await run.accepted("AssociateResourceShare", request);
    return newestStatus(await settled(run, id, "Target", "Associated"));
  }),
];

/** The status of an entity's newest record. The fields of the answer are compared, whatever their declared types. */
export function newestStatus(records: readonly Fields[]): string {
  return String(newestOf(records as readonly Association[])?.AssociationStatus);
}

const withResource = step(async (run) => {
  const { id } = await firstShare(run);
  await run.accepted("AssociateResourceShare", { ResourceShareId: id, ...run.permitted.resource?.request });
  await settled(run, id, "Resource", "Associated");
  return id;
});

/** The share without the resource, after that was in it. */
const withoutResource = step(async (run) => {
  const id = await withResource(run);
  // It is refused where a check before has removed the resource.
  await run.ask("DisassociateResourceShare", { ResourceShareId: id, ...run.permitted.resource?.request });
  await settled(run, id, "Resource", "Disassociated");
  return id;
});

/**
 * Waits until a record of the resource or the target is `Associated`, or all are `Disassociated`, and measures how long that takes.
 *
 * @throws NotTried when one is `Failed`
 */
async function settled(run: Run, share: string, side: "Resource" | "Target", wanted: "Associated" | "Disassociated") {
  const isWanted = ({ AssociationStatus }: Fields) => AssociationStatus === wanted;
  const isSettled = (records: readonly Fields[]) =>
    wanted === "Associated" ? records.some(isWanted) : records.length > 0 && records.every(isWanted);
  const { result, ms } = await run.until(
    () => recordsOf(run, share, side),
    (records) => isSettled(records) || records.some(({ AssociationStatus }) => AssociationStatus === "Failed"),
  );
  if (!isSettled(result)) throw new NotTried(`an association did not become ${wanted}`);
  run.measured[`until ${wanted}`] ??= `${ms} ms`;
  return result;
}

function recordsOf(run: Run, share: string, side: "Resource" | "Target"): Promise<readonly Fields[]> {
  return associationsOf(run, share, side, side === "Resource" ? run.permitted.resource?.id : run.permitted.target);
}

/** The statuses of the resource's records that have not ended, once lists certainly show what was written, and it is settled. */
async function resourceStatus(run: Run, share: string): Promise<string> {
  await run.clock.sleep(visibilityMs);
  const { result } = await run.until(
    async () => (await recordsOf(run, share, "Resource")).map((record) => String(record["AssociationStatus"])).filter(isLive),
    (statuses) => statuses.every((status) => status === "Associated"),
  );
  return result.join(", ") || "gone";
}

function isLive(status: string): boolean {
  return status !== "Disassociated" && status !== "Failed";
}

function attachedPermissions(run: Run, id: string): Promise<readonly Fields[]> {
  return run.list("ListResourceSharePermissions", { ResourceShareId: id, ResourceOwner: "Self" }, ["Permissions"]);
}
