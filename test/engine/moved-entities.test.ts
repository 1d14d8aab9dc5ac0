import { expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { bindingNames, openBinding } from "./binding.ts";
import { openStack } from "./stack.ts";

/** What moves: a resource, a target, a permission and a tag, each as an argument of the share or of a resource of its own. */
const resources = `resources: [{ type: "VSwitch", id: "vsw-demo01" }]`;
const targets = `targets: ["${demo.folders.apps}"]`;
const permission = `"AliyunRSPermissionVSwitchReadOnly"`;
const tags = `tags: { team: "net" }`;
const inline = `new rs.ResourceShare("net", { name: "network", ${resources}, ${targets}, permissionNames: [${permission}], ${tags} });`;
const claimants = (shareId: string) => `
const shareId = ${shareId};
const claimants = [
  new rs.ShareAssociation("resource", { shareId, ${resources} }),
  new rs.ShareAssociation("target", { shareId, ${targets} }),
  new rs.SharePermission("permission", { shareId, permissionName: ${permission} }),
  new rs.ShareTags("tags", { shareId, ${tags} }),
];`;
/** The program of the move: the others claim what they take before the share changes, because it depends on them. */
const moving = (shareId: string) =>
  `${claimants(`"${shareId}"`)} new rs.ResourceShare("net", { name: "network" }, { dependsOn: claimants });`;
const separate = `const net = new rs.ResourceShare("net", { name: "network" }); ${claimants("net.id")}`;

test.concurrent.each(bindingNames)(
  "loses no entity that moves from a share to resources that it depends on, and back, in updates with and after a refresh: %s",
  async (name) => {
    await using binding = await openBinding(name);
    await using stack = await openStack({ files: { ...binding.files, "index.js": binding.program(inline) } });
    const { project, service } = stack;
    await project.up();
    const shareId = service.shareId("network");
    const held = () => {
      const { tags: heldTags, permissions } = service.simulator.world.shares.get(shareId) ?? {};
      return structuredClone({ grants: service.simulator.grants(), heldTags, permissions });
    };
    const before = held();
    expect(before.grants).toHaveLength(1);
    const upAfterRefresh = async () => {
      await project.succeed(["refresh", "--yes", "--skip-preview"]);
      await project.up();
    };
    const upWithRefresh = () => project.up(["--refresh"]);
    const [there, back] = name === "dynamic" ? [upWithRefresh, upAfterRefresh] : [upAfterRefresh, upWithRefresh];
    const moves = [
      { program: moving(shareId), update: there, after: separate },
      { program: inline, update: back, after: inline },
    ];
    for (const { program, update, after } of moves) {
      service.operations();
      project.write({ "index.js": binding.program(program) });
      await update();
      expect(service.operations().filter((operation) => /^(Disassociate|Untag)/.test(operation))).toEqual([]);
      expect(held()).toEqual(before);
      project.write({ "index.js": binding.program(after) });
      await project.succeed(["preview", "--expect-no-changes"]);
    }
  },
);
