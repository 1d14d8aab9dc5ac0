import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { matches, noteUnknown, targetsOf } from "../lists.ts";
import { texts } from "../option.ts";
import { define } from "../rule.ts";

const lists = { Account: "accounts", Folder: "folders", ResourceDirectory: "directories", Service: "services" } as const;

/** Policy `allowed-targets`: rejects targets that are not on a list. */
export const allowedTargets = define({
  name: "allowed-targets",
  description: "Only targets that are on a list get access.",
  options: {
    accounts: texts("ids of accounts and members; `*` stands for any text, without the list every account is allowed", "account"),
    folders: texts("ids of folders, likewise", "folder"),
    directories: texts("ids of resource directories, likewise", "directory"),
    services: texts("names of services, likewise", "service"),
  },
  needsOneOf: Object.values(lists),
  notChecked: "who is in a folder or directory",
  kinds: kindsWithEntities,
  resource(subject, options, findings) {
    for (const { id, kind } of targetsOf(subject)) {
      const allowed = options[lists[kind]];
      if (allowed === undefined || matches(allowed, id)) continue;
      findings.violation(subject, `shares with ${id}, which is not on the list; take it out of targets, or add it to \`${lists[kind]}\``);
    }
    noteUnknown(subject, ["targets"], findings);
  },
});
