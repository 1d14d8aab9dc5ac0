import type { Association } from "../../provider/api/entities.ts";
import { newestOf } from "../../provider/resources/association/entities.ts";
import { type Answer, byAnswer, type Fields, recordsIn, statusText } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { NotTried } from "./calls.ts";
import { visibilityMs } from "../../provider/lifecycle/freshness.ts";
import type { Scenario } from "./scenario.ts";
import { tagged, tagProbes } from "./tag-probes.ts";

/** The assumptions that need shares of this command, in the order of their calls. */
export const writeProbes: readonly Probed[] = [
  {
    id: "S-visibility",
    asked: "ListResourceShares, until it shows a new share",
    expected: `within ${visibilityMs} ms`,
    needs: ["writes"],
    async probe(run) {
      await run.share();
      const ms = run.times["visibility"] ?? 0;
      return { holds: run.invisibleMs <= visibilityMs, seen: `after ${ms} ms` };
    },
  },
  ...tagProbes,
  {
    id: "S-idempotency",
    asked: "CreateResourceShare twice with one ClientToken",
    expected: "two shares",
    needs: ["writes"],
    async probe(run) {
      const name = run.shares.nextName();
      const token = { ClientToken: name };
      const ids = [await run.shares.create(token, name), await run.shares.create(token, name)];
      const count = new Set(ids).size;
      return { holds: count === 2, seen: count === 2 ? "two shares" : "one share" };
    },
  },
  {
    id: "S-reassociate",
    asked: "AssociateResourceShare with a resource that is associated",
    expected: "accepted, and one association as before",
    needs: ["resource"],
    async probe(run) {
      const id = await run.associated();
      const answer = await run.ask("AssociateResourceShare", { ResourceShareId: id, ...run.permitted.resource?.request });
      if (answer.code !== undefined) return byAnswer(answer, false);
      const live = await run.liveResources(id);
      const statuses = live.map(({ AssociationStatus }) => String(AssociationStatus)).join(", ");
      return { holds: statuses === "Associated", seen: `accepted, and ${statuses || "no association"}` };
    },
  },
  {
    id: "S-replace",
    asked: "AssociateResourceSharePermission with another permission of the type and Replace=false",
    expected: "refused",
    needs: ["resource"],
    async probe(run) {
      const id = await run.associated();
      const [held] = await run.poll(
        () => attachedPermissions(run, id),
        (permissions) => permissions.length > 0,
      );
      if (held === undefined) throw new NotTried("the share shows no permission");
      const names = (await run.permissions(held["ResourceType"])).map(({ PermissionName }) => PermissionName);
      const other = names.find((name) => name !== held["PermissionName"]);
      if (other === undefined) throw new NotTried(`${String(held["ResourceType"])} has one permission`);
      const request = { ResourceShareId: id, PermissionName: other, Replace: false };
      const answer = await run.ask("AssociateResourceSharePermission", request);
      return byAnswer(answer, answer.code !== undefined);
    },
  },
  {
    id: "S-disassociateinvalid",
    asked: "DisassociateResourceShare of a resource that is associated and a target that is not",
    expected: "400 DisassociateInvalid, and the resource stays",
    needs: ["resource", "target"],
    async probe(run) {
      const id = await run.associated();
      const request = { ResourceShareId: id, ...run.permitted.resource?.request, Targets: [run.permitted.target] };
      const answer = await run.ask("DisassociateResourceShare", request);
      const live = await run.liveResources(id);
      const stays = live.some(({ AssociationStatus }) => AssociationStatus === "Associated");
      const seen = `${statusText(answer)}, and the resource ${stays ? "stays" : "leaves"}`;
      return { ...byAnswer(answer, answer.code === "DisassociateInvalid" && stays), seen };
    },
  },
  {
    id: "S-permission-stays",
    asked: "ListResourceSharePermissions after the only resource has left",
    expected: "the permission of its type",
    needs: ["resource"],
    async probe(run) {
      const id = await run.disassociated();
      const { length } = await run.poll(
        () => attachedPermissions(run, id),
        (permissions) => permissions.length === 0,
      );
      return { holds: length > 0, seen: length > 0 ? "the permission" : "none" };
    },
  },
  {
    id: "S-newest",
    asked: "the association records of a target that came, left and came again",
    expected: "the newest is Associated",
    needs: ["target"],
    async probe(run) {
      // The fields of the answer are compared, whatever their declared types.
      const newest = newestOf((await run.targetRecords()) as readonly Association[]);
      return { holds: newest?.AssociationStatus === "Associated", seen: `the newest is ${newest?.AssociationStatus}` };
    },
  },
  {
    id: "S-pending",
    asked: "a share with an open invitation",
    expected: "Pending",
    needs: ["external"],
    async probe(run) {
      const id = await run.invited();
      return run.reaches("Pending", async () => (await run.listedShare(id))?.["ResourceShareStatus"]);
    },
  },
  {
    id: "S-invitation",
    asked: "the association of a target whose invitation is open",
    expected: "Associating",
    needs: ["external"],
    async probe(run) {
      const id = await run.invited();
      return run.reaches("Associating", async () => (await run.invitedRecords(id))[0]?.["AssociationStatus"]);
    },
  },
  {
    id: "S-receiver",
    asked: "ListResourceShareInvitations by the account that invites",
    expected: "no invitation of the share",
    needs: ["external"],
    async probe(run) {
      const filter = { ResourceShareIds: [await run.invited()] };
      const { length } = await run.poll(
        () => run.calls.list("ListResourceShareInvitations", filter, ["ResourceShareInvitations"]),
        (invitations) => invitations.length > 0,
      );
      return { holds: length === 0, seen: length === 0 ? "none" : `${length}` };
    },
  },
  {
    id: "S-ended-invitation",
    asked: "the association of an account that has rejected its invitation",
    expected: "Failed",
    needs: ["receiver"],
    async probe(run) {
      const id = await run.rejected();
      return run.reaches("Failed", async () => {
        // These records are not decoded, because a probe reports what the answer holds.
        const records = (await run.invitedRecords(id)) as readonly Association[];
        return newestOf(records)?.AssociationStatus;
      });
    },
  },
  {
    id: "S-leaving",
    asked: "DisassociateResourceShare with ResourceOwner=OtherAccounts by an account that has accepted",
    expected: "accepted, and the account does not see the share",
    needs: ["receiver"],
    async probe(run) {
      const id = await run.received();
      const request = { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [run.permitted.external] };
      const answer = await run.calls.ask("DisassociateResourceShare", request, run.byReceiver);
      if (answer.code !== undefined) return byAnswer(answer, false);
      const isSeen = await run.poll(
        () => run.isReceived(id),
        (isStillSeen) => !isStillSeen,
      );
      return { holds: !isSeen, seen: `accepted, and the account ${isSeen ? "sees" : "does not see"} the share` };
    },
  },
  {
    id: "S-deleted",
    asked: "UpdateResourceShare and ListTagResources of a deleted share",
    expected: "404 EntityNotExists.ResourceShare or 409 ResourceShareStatusMismatchAction; no tags or InvalidResourceId.NotFound",
    needs: ["writes"],
    async probe(run) {
      // The probes above have used the share, where the options permit them.
      if (run.permitted.target !== undefined) await run.targetRecords().catch(() => undefined);
      const id = await run.deleted();
      const answer = await run.ask("UpdateResourceShare", { ResourceShareId: id, ResourceShareName: run.shares.prefix });
      const isGone = answer.code === "EntityNotExists.ResourceShare" || answer.code === "ResourceShareStatusMismatchAction";
      const isUntagged = ({ code, body }: Answer) =>
        code === undefined ? recordsIn(body, "TagResources", "TagResource").length === 0 : code === "InvalidResourceId.NotFound";
      const ofTags = await run.poll(() => run.ask("ListTagResources", tagged(run, id)), isUntagged);
      return { ...byAnswer(answer, isGone && isUntagged(ofTags)), seen: `${statusText(answer)}; ${statusText(ofTags)}` };
    },
  },
  {
    id: "S-permissionshare",
    asked: "AssociateResourceSharePermission on a deleted share",
    expected: "404 EntityNotExists.ResourceShare or 400 InvalidParameter.ResourceShareId",
    needs: ["writes"],
    async probe(run) {
      const id = await run.deleted();
      const [permission] = await run.permissions();
      if (permission === undefined) throw new NotTried("ListPermissions lists no permission");
      const request = { ResourceShareId: id, PermissionName: permission["PermissionName"] };
      const answer = await run.ask("AssociateResourceSharePermission", request);
      const { code = "" } = answer;
      return byAnswer(answer, ["EntityNotExists.ResourceShare", "InvalidParameter.ResourceShareId"].includes(code));
    },
  },
];

function attachedPermissions(run: Scenario, id: string): Promise<readonly Fields[]> {
  return run.calls.list("ListResourceSharePermissions", { ResourceShareId: id, ResourceOwner: "Self" }, ["Permissions"]);
}
