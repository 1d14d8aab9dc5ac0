import { expect, test } from "vitest";
import { sidebarOf } from "../../../../scripts/site/sidebar.mjs";

const texts: Readonly<Record<string, string>> = {
  "docs/README.md":
    "# Documentation\n\nStart with [Status](status.md).\n\n## Tasks\n\n| you want to | page |\n|---|---|\n| try it | [Get started](get-started.md) |\n\n## Reference\n\n| subject | page |\n|---|---|\n| pages | [Architecture](../ARCHITECTURE.md), [Functions](functions/README.md) |\n\n## Empty\n",
  "docs/resources/README.md": "# Resources\n\n| resource | what |\n|---|---|\n| [ShareTags](share-tags.md) | tags |\n",
  "docs/functions/README.md": "# Functions\n",
};

test("has the tasks of the index, then resources, which are open, and functions, then the other sections", () => {
  expect(sidebarOf((path) => texts[path] ?? "")).toEqual([
    { text: "Tasks", items: [{ text: "Get started", link: "/docs/get-started.md" }] },
    { text: "Resources", collapsed: false, items: [{ text: "ShareTags", link: "/docs/resources/share-tags.md" }] },
    { text: "Functions", collapsed: true, items: [] },
    {
      text: "Reference",
      items: [
        { text: "Architecture", link: "/ARCHITECTURE.md" },
        { text: "Functions", link: "/docs/functions/index.md" },
      ],
    },
  ]);
});
