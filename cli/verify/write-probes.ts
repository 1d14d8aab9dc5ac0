import type { Association } from "../../provider/api/entities.ts";
import { newestOf } from "../../provider/resources/association/entities.ts";
import { accepted, byAnswer, type Fields, recordsIn, textOf } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { type Answer, NotTried } from "./calls.ts";
import type { Scenario } from "./scenario.ts";

const ownTag = "resourceshare-verify-";
const mostTags = 20;
/** A new share, and what was written, may be absent from lists for so long, in milliseconds. */
const mostInvisibleMs = 5000;

/** The assumptions that need shares of this command, in the order of their calls. */
export const writeProbes: readonly Probed[] = [
  {
    id: "S-visibility",
    asked: "ListResourceShares, until it shows a new share",
    expected: `within ${mostInvisibleMs} ms`,
    needs: ["writes"],
    async probe(run) {
      await run.share();
      const ms = run.times["visibility"] ?? 0;
      return { holds: run.invisibleMs <= mostInvisibleMs, seen: `after ${ms} ms` };
    },
  },
  {
    id: "S-tags",
    asked: "ListResourceShares of a share with tags",
    expected: "its tags",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const tagsOf = async () => recordsIn(await run.listedShare(id), "Tags").filter(({ Key }) => String(Key).startsWith(ownTag)).length;
      const { result } = await run.calls.until(tagsOf, (count) => count === 2, mostInvisibleMs);
      return { holds: result === 2, seen: `${result} of 2 tags` };
    },
  },
  {
    id: "S-encoding",
    asked: "ListTagResources of a share that was created with an empty value",
    expected: "the tag with an empty value",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const { result } = await run.calls.until(
        () => tagRecords(run, id),
        (tags) => tags.some(isEmptyTag(run)),
        mostInvisibleMs,
      );
      const isThere = result.some(isEmptyTag(run));
      return { holds: isThere, seen: isThere ? "an empty value" : "no such tag" };
    },
  },
  {
    id: "S-tagfilters",
    asked: "ListResourceShares by two tags of which one matches, and by a key alone",
    expected: "not found, found",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const isFound = async (Tag: readonly object[]) => {
        const answer = await run.ask("ListResourceShares", { ResourceOwner: "Self", Tag });
        const shares = recordsIn(accepted("ListResourceShares", answer).body, "ResourceShares");
        return shares.some(({ ResourceShareId }) => ResourceShareId === id) ? "found" : "not found";
      };
      const { first, absent } = run.tags;
      await run.calls.until(
        () => isFound([{ Key: first }]),
        (text) => text === "found",
        mostInvisibleMs,
      );
      const seen = `${await isFound([{ Key: first, Value: "1" }, { Key: absent }])}, ${await isFound([{ Key: first }])}`;
      return { holds: seen === "not found, found", seen };
    },
  },
  {
    id: "S-untag",
    asked: "UntagResources of a key that the share has and one that it lacks",
    expected: "accepted, and the key is gone",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const answer = await run.ask("UntagResources", { ...tagged(run, id), TagKey: [run.tags.second, run.tags.absent] });
      if (answer.code !== undefined) return byAnswer(answer, false);
      const { result } = await run.calls.until(
        () => tagRecords(run, id),
        (tags) => !tags.some(isEmptyTag(run)),
        mostInvisibleMs,
      );
      const isGone = !result.some(isEmptyTag(run));
      return { holds: isGone, seen: `accepted, and the key is ${isGone ? "gone" : "there"}` };
    },
  },
  {
    id: "S-tagresources",
    asked: "TagResources up to 20 tags, and one more",
    expected: "accepted, refused",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      // The account may add tags of its own.
      const held = (await tagRecords(run, id)).length;
      const Tag = Array.from({ length: mostTags - held }, (_, index) => ({ Key: `${ownTag}${index}`, Value: "1" }));
      accepted("TagResources", await run.ask("TagResources", { ...tagged(run, id), Tag }));
      const answer = await run.ask("TagResources", { ...tagged(run, id), Tag: [{ Key: `${ownTag}one-more`, Value: "1" }] });
      return byAnswer(answer, answer.code !== undefined);
    },
  },
  {
    id: "S-tagprefix",
    asked: "TagResources with the keys acs:verify and aliyunverify",
    expected: "refused, refused",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      // The share has the most tags: new keys would be refused for that reason.
      await run.ask("UntagResources", { ...tagged(run, id), TagKey: [`${ownTag}0`, `${ownTag}1`] });
      const answers: Answer[] = [];
      for (const Key of ["acs:verify", "aliyunverify"]) {
        answers.push(await run.ask("TagResources", { ...tagged(run, id), Tag: [{ Key, Value: "1" }] }));
      }
      const allowed = answers.find(({ code }) => code === undefined);
      return { holds: allowed === undefined, seen: answers.map(textOf).join(", "), answer: allowed && { status: allowed.status } };
    },
  },
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
      const answer = await run.ask("AssociateResourceShare", { ResourceShareId: id, ...run.resources });
      if (answer.code !== undefined) return byAnswer(answer, false);
      // Lists may still show the share as it was before.
      await run.calls.clock.sleep(mostInvisibleMs);
      const { result: live } = await run.calls.until(
        () => run.liveResources(id),
        (records) => records.every(({ AssociationStatus }) => AssociationStatus === "Associated"),
      );
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
      const ResourceType = run.permitted.resource?.type;
      const { result } = await run.calls.until(
        () => attachedPermissions(run, id),
        (permissions) => permissions.length > 0,
        mostInvisibleMs,
      );
      const [held] = result;
      if (held === undefined) throw new NotTried("the share shows no permission");
      const { body } = accepted("ListPermissions", await run.ask("ListPermissions", { ResourceType, MaxResults: 5 }));
      const names = recordsIn(body, "Permissions").map(({ PermissionName }) => PermissionName);
      const other = names.find((name) => name !== held["PermissionName"]);
      if (other === undefined) throw new NotTried(`${ResourceType} has one permission`);
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
      const request = { ResourceShareId: id, ...run.resources, Targets: [run.permitted.target] };
      const answer = await run.ask("DisassociateResourceShare", request);
      const live = await run.liveResources(id);
      const stays = live.some(({ AssociationStatus }) => AssociationStatus === "Associated");
      const seen = `${textOf(answer)}, and the resource ${stays ? "stays" : "leaves"}`;
      return { ...byAnswer(answer, answer.code === "DisassociateInvalid" && stays), seen };
    },
  },
  {
    id: "S-permission-stays",
    asked: "ListResourceSharePermissions after the only resource has left",
    expected: "the permission of its type",
    needs: ["resource"],
    async probe(run) {
      const count = (await attachedPermissions(run, await run.disassociated())).length;
      return { holds: count > 0, seen: count > 0 ? "the permission" : "none" };
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
      const { result: status } = await run.calls.until(
        async () => String((await run.listedShare(id))?.["ResourceShareStatus"]),
        (text) => text === "Pending",
        mostInvisibleMs,
      );
      return { holds: status === "Pending", seen: status };
    },
  },
  {
    id: "S-invitation",
    asked: "the association of a target whose invitation is open",
    expected: "Associating",
    needs: ["external"],
    async probe(run) {
      const id = await run.invited();
      const { result: status } = await run.calls.until(
        async () => String((await run.records(id, { side: "Target", id: run.permitted.external ?? "" }))[0]?.["AssociationStatus"]),
        (text) => text === "Associating",
        mostInvisibleMs,
      );
      return { holds: status === "Associating", seen: status };
    },
  },
  {
    id: "S-receiver",
    asked: "ListResourceShareInvitations by the account that invites",
    expected: "no invitation of the share",
    needs: ["external"],
    async probe(run) {
      const answer = await run.ask("ListResourceShareInvitations", { ResourceShareIds: [await run.invited()] });
      const { length } = recordsIn(accepted("ListResourceShareInvitations", answer).body, "ResourceShareInvitations");
      return { holds: length === 0, seen: length === 0 ? "none" : `${length}` };
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
      const ofTags = await run.ask("ListTagResources", { ...tagged(run, id), ResourceId: [id] });
      const isGone = answer.code === "EntityNotExists.ResourceShare" || answer.code === "ResourceShareStatusMismatchAction";
      const isUntagged = ofTags.code === "InvalidResourceId.NotFound" || recordsIn(ofTags.body, "TagResources", "TagResource").length === 0;
      return { ...byAnswer(answer, isGone && isUntagged), seen: `${textOf(answer)}; ${textOf(ofTags)}` };
    },
  },
  {
    id: "S-permissionshare",
    asked: "AssociateResourceSharePermission on a deleted share",
    expected: "404 EntityNotExists.ResourceShare or 400 InvalidParameter.ResourceShareId",
    needs: ["writes"],
    async probe(run) {
      const id = await run.deleted();
      const { body } = accepted("ListPermissions", await run.ask("ListPermissions", { MaxResults: 1 }));
      const [permission] = recordsIn(body, "Permissions");
      if (permission === undefined) throw new NotTried("ListPermissions lists no permission");
      const request = { ResourceShareId: id, PermissionName: permission["PermissionName"] };
      const answer = await run.ask("AssociateResourceSharePermission", request);
      const { code = "" } = answer;
      return byAnswer(answer, ["EntityNotExists.ResourceShare", "InvalidParameter.ResourceShareId"].includes(code));
    },
  },
];

/** The parameters that name a share to a tag operation. */
function tagged(run: Scenario, id: string) {
  return { ResourceType: "ResourceShare", RegionId: run.calls.region, ResourceId: [id] };
}

async function tagRecords(run: Scenario, id: string): Promise<readonly Fields[]> {
  const answer = await run.ask("ListTagResources", tagged(run, id));
  return recordsIn(accepted("ListTagResources", answer).body, "TagResources", "TagResource");
}

function isEmptyTag(run: Scenario): (tag: Fields) => boolean {
  return ({ TagKey, TagValue }) => TagKey === run.tags.second && TagValue === "";
}

async function attachedPermissions(run: Scenario, id: string): Promise<readonly Fields[]> {
  const answer = await run.ask("ListResourceSharePermissions", { ResourceShareId: id, ResourceOwner: "Self" });
  return recordsIn(accepted("ListResourceSharePermissions", answer).body, "Permissions");
}
