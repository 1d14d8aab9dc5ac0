import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { matches, noteUnknown, targetsOf } from "../lists.ts";
import { texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `whole-directory`: rejects a whole resource directory as a target. */
export const wholeDirectory = define({
  name: "whole-directory",
  description: "Nothing is shared with a whole resource directory unless `allow` names it.",
  options: { allow: texts("ids of directories and root folders that may be targets; `*` stands for any text", "directory") },
  notChecked: "whether the folders and members that are listed make up the whole directory together",
  kinds: kindsWithEntities,
  resource(subject, { allow = [] }, findings) {
    for (const { id, kind } of targetsOf(subject)) {
      // The root folder contains every account of its directory.
      const isWhole = kind === "ResourceDirectory" || id.startsWith("r-");
      if (!isWhole || matches(allow, id)) continue;
      findings.violation(
        subject,
        `shares with ${id}, which is a whole directory; name the folders or members that need it, or add it to \`allow\``,
      );
    }
    noteUnknown(subject, ["targets"], findings);
  },
});
