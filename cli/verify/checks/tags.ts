import { type Fields, outcomeOf, recordsIn } from "../answers.ts";
import { check, type Check, seenUntil, writes } from "../check.ts";
import type { Run } from "../run.ts";
import { firstShare, listedShare, tagged, tags } from "../shares.ts";

const ownTag = "resourceshare-verify-";
const mostTags = 20;

/** The assumptions about tags, in the order of their calls: each one uses what the one before has left on the share. */
export const tagChecks: readonly Check[] = [
  check("S-tags", writes, "ListResourceShares of a share with tags", "2 of 2 tags", async (run, expected) => {
    const { id } = await firstShare(run);
    const tagsOf = async () => recordsIn(await listedShare(run, id), "Tags").filter(({ Key }) => String(Key).startsWith(ownTag));
    return seenUntil(run, expected, async () => `${(await tagsOf()).length} of 2 tags`);
  }),
  check(
    "S-encoding",
    writes,
    "ListTagResources of a share that was created with an empty value",
    "an empty value",
    async (run, expected) => {
      const { id } = await firstShare(run);
      return seenUntil(run, expected, () => secondTagValue(run, id));
    },
  ),
  check(
    "S-tagfilters",
    writes,
    "ListResourceShares by two tags, one of which matches; by a key",
    "not found, found",
    async (run, expected) => {
      const { id } = await firstShare(run);
      const isFound = async (Tag: readonly object[]) => {
        const shares = await run.list("ListResourceShares", { ResourceOwner: "Self", Tag, MaxResults: 100 }, ["ResourceShares"]);
        return shares.some(({ ResourceShareId }) => ResourceShareId === id) ? "found" : "not found";
      };
      const both = [{ Key: tags.first, Value: "1" }, { Key: tags.absent }];
      return seenUntil(run, expected, async () => `${await isFound(both)}, ${await isFound([{ Key: tags.first }])}`);
    },
  ),
  check("S-untag", writes, "UntagResources of a tag that it has and one that it lacks", "accepted, no such tag", async (run, expected) => {
    const { id } = await firstShare(run);
    const answer = await run.ask("UntagResources", { ...tagged(run, id), TagKey: [tags.second, tags.absent] });
    if (answer.code !== undefined) return outcomeOf(answer);
    return seenUntil(run, expected, async () => `accepted, ${await secondTagValue(run, id)}`);
  }),
  check("S-tagresources", writes, "TagResources with one more than 20 tags", "refused", async (run) => {
    const { id } = await firstShare(run);
    // The account may add tags of its own.
    const held = (await tagRecords(run, id)).length;
    const Tag = Array.from({ length: mostTags - held }, (_, index) => ({ Key: `${ownTag}${index}`, Value: "1" }));
    await run.accepted("TagResources", { ...tagged(run, id), Tag });
    return outcomeOf(await run.ask("TagResources", { ...tagged(run, id), Tag: [{ Key: `${ownTag}one-more`, Value: "1" }] }));
  }),
  check("S-tagprefix", writes, "TagResources with the keys acs:verify and aliyunverify", "refused, refused", async (run) => {
    const { id } = await firstShare(run);
    // The share has the most tags: new keys would be refused for that reason.
    await run.ask("UntagResources", { ...tagged(run, id), TagKey: [`${ownTag}0`, `${ownTag}1`] });
    const set = async (Key: string) => outcomeOf(await run.ask("TagResources", { ...tagged(run, id), Tag: [{ Key, Value: "1" }] }));
    return `${await set("acs:verify")}, ${await set("aliyunverify")}`;
  }),
];

function tagRecords(run: Run, id: string): Promise<readonly Fields[]> {
  return run.list("ListTagResources", tagged(run, id), ["TagResources", "TagResource"]);
}

/** The value of the tag that the share was created with, with an empty value. */
async function secondTagValue(run: Run, id: string): Promise<string> {
  const tag = (await tagRecords(run, id)).find(({ TagKey }) => TagKey === tags.second);
  if (tag === undefined) return "no such tag";
  const { TagValue } = tag;
  if (TagValue === "") return "an empty value";
  return TagValue === undefined ? "no value" : `the value ${JSON.stringify(TagValue)}`;
}
