import { type Answer, byAnswer, type Fields, recordsIn, statusText } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { type Scenario, tags } from "./scenario.ts";

const ownTag = "resourceshare-verify-";
const mostTags = 20;

/** The assumptions about tags, in the order of their calls: each one uses what the one before has left on the share. */
export const tagProbes: readonly Probed[] = [
  {
    id: "S-tags",
    asked: "ListResourceShares of a share with tags",
    expected: "its tags",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const tagsOf = async () => recordsIn(await run.listedShare(id), "Tags").filter(({ Key }) => String(Key).startsWith(ownTag)).length;
      return run.reaches("2 of 2 tags", async () => `${await tagsOf()} of 2 tags`);
    },
  },
  {
    id: "S-encoding",
    asked: "ListTagResources of a share that was created with an empty value",
    expected: "the tag with an empty value",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      return run.reaches("an empty value", () => emptyTag(run, id));
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
        const shares = await run.calls.list("ListResourceShares", { ResourceOwner: "Self", Tag, MaxResults: 100 }, ["ResourceShares"]);
        return shares.some(({ ResourceShareId }) => ResourceShareId === id) ? "found" : "not found";
      };
      const { first, absent } = tags;
      const both = [{ Key: first, Value: "1" }, { Key: absent }];
      return run.reaches("not found, found", async () => `${await isFound(both)}, ${await isFound([{ Key: first }])}`);
    },
  },
  {
    id: "S-untag",
    asked: "UntagResources of a key that the share has and one that it lacks",
    expected: "accepted, and the key is gone",
    needs: ["writes"],
    async probe(run) {
      const id = await run.share();
      const answer = await run.ask("UntagResources", { ...tagged(run, id), TagKey: [tags.second, tags.absent] });
      if (answer.code !== undefined) return byAnswer(answer, false);
      return run.reaches("no such tag", () => emptyTag(run, id));
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
      await run.calls.accepted("TagResources", { ...tagged(run, id), Tag });
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
      return { holds: allowed === undefined, seen: answers.map(statusText).join(", ") };
    },
  },
];

/** The parameters that name a share to a tag operation. */
export function tagged(run: Scenario, id: string) {
  return { ResourceType: "ResourceShare", RegionId: run.calls.region, ResourceId: [id] };
}

function tagRecords(run: Scenario, id: string): Promise<readonly Fields[]> {
  return run.calls.list("ListTagResources", tagged(run, id), ["TagResources", "TagResource"]);
}

async function emptyTag(run: Scenario, id: string): Promise<string> {
  const isEmpty = ({ TagKey, TagValue }: Fields) => TagKey === tags.second && TagValue === "";
  return (await tagRecords(run, id)).some(isEmpty) ? "an empty value" : "no such tag";
}
