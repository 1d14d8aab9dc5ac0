import { describe, expect, it } from "vitest";
import { catalog, type Code } from "../../../../provider/api/error-codes.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { callWhenVisible, meansGone } from "../../../../provider/resources/share-calls.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import type { Token } from "../../../support/harness.ts";
import { openResource } from "../../../support/resource-fixture.ts";
import { permission } from "../../../support/resource-scenarios.ts";
import { conflict, contextAt, denied, failingUntil, lost, refusal, slowly } from "../lifecycle/fixture.ts";

const absent = refusal("EntityNotExists.ResourceShare", "absent");

const answers = [
  [404, "EntityNotExists.ResourceShare"],
  [409, "ResourceShareStatusMismatchAction"],
  [400, "InvalidParameter.ResourceShareId"],
  [404, "InvalidResourceId.NotFound"],
  [404, "ResourceNotFound"],
] as const;

/** The operations that refuse a deleted share. */
const refused = [
  ...["UpdateResourceShare", "DeleteResourceShare", "AssociateResourceShare", "DisassociateResourceShare", "ChangeResourceGroup"],
  ...["AssociateResourceSharePermission", "DisassociateResourceSharePermission", "ListResourceSharePermissions"],
  ...["TagResources", "UntagResources"],
];

const image = permission("Image", "ReadOnly");
const kinds: readonly (readonly [Token, Values, Values])[] = [
  ["ResourceShare", { name: "net", targets: [demo.member], tags: { a: "1" } }, { name: "other", targets: [demo.member] }],
  ["ResourceShare", { name: "net", targets: [demo.member] }, { name: "net", targets: [demo.network] }],
  ["ShareAssociation", { targets: [demo.member], permissionNames: [image] }, { targets: [demo.network], permissionNames: [image] }],
  ["SharePermission", { permissionName: image }, { permissionName: permission("VSwitch", "ReadOnly") }],
  ["ShareTags", { tags: { a: "1" } }, { tags: { a: "2" } }],
];

const cases = kinds.flatMap(([token, first, second]) =>
  answers.flatMap(([status, code]) =>
    (["listed", "purged"] as const).map((record) => [token, Object.keys(second).join(), record, status, code, first, second] as const),
  ),
);

/** A resource, and a service that refuses all operations on shares from now on. */
async function open(token: Token, inputs: Values, status: number, code: string) {
  const fixture = await openResource(token, token === "ResourceShare" ? {} : { share: {} });
  const made = await fixture.up(inputs);
  const refuse = () =>
    refused.forEach((operation) => fixture.faults.add({ operation, times: 1000, fault: { kind: "error", status, code } }));
  return { ...fixture, made, refuse };
}

describe("a share that was deleted elsewhere", () => {
  it.each(cases)(
    "deletes a %s and refuses a change of its %s when its share was deleted elsewhere, is %s, and calls return %i %s",
    async (token, _, record, status, code, first, second) => {
      const { made, refuse, again, outOfBand, clock } = await open(token, first, status, code);
      const shareId = made.id.split("/")[0] ?? "";
      outOfBand.deleteShare(shareId);
      await clock.sleep(1000);
      if (record === "purged") outOfBand.purge(shareId);
      refuse();
      const { failure } = await again().change(made, second);
      expect(failure?.message).toMatch(
        new RegExp(
          `^${token} ${shareId}\\S* does not exist any more \\(.*${code}.*\\): run \`pulumi refresh\`, then \`pulumi up\` makes it anew$`,
        ),
      );
      const { remove, warnings } = again();
      await expect(remove(made)).resolves.toBeUndefined();
      expect(warnings()).toEqual([]);
      expect(await again().refresh(made)).toBeUndefined();
    },
  );
});

it.each(kinds)("reports the refusal of a call instead of a deleted share when the share of a %s exists: %o", async (token, inputs) => {
  const { made, refuse, remove } = await open(token, inputs, 409, "ResourceShareStatusMismatchAction");
  refuse();
  await expect(remove(made)).rejects.toThrow(/ResourceShareStatusMismatchAction/);
});

describe("a call on a share that may be new", () => {
  it("reports a share that may be new as absent only after five seconds", async () => {
    const visible = contextAt();
    expect(await callWhenVisible(visible, "tagging", failingUntil(visible, 5_000, absent).attempt)).toBe("done");
    expect(visible.messages[0]).toBe("the share is not visible yet, tagging");
    const gone = contextAt();
    const { attempt, tries } = failingUntil(gone, Infinity, absent);
    await expect(callWhenVisible(gone, "tagging", attempt)).rejects.toBe(absent);
    expect(tries.at(-1)).toBeGreaterThanOrEqual(5_000);
    expect(tries.at(-1)).toBeLessThan(8_000);
  });

  it("repeats a call on a share that may be new, however late the refusal comes", async () => {
    const context = contextAt();
    const attempt = () =>
      slowly(context, () => context.clock.now() < 4_000).then((isHidden) => (isHidden ? Promise.reject(absent) : "done"));
    expect(await callWhenVisible(context, "tagging", attempt)).toBe("done");
  });

  it.each([denied, new Error("absent")])("does not repeat a call on a share that may be new after another failure: %s", async (error) => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, 1_000, error);
    await expect(callWhenVisible(context, "tagging", attempt)).rejects.toBe(error);
    expect(tries).toEqual([0]);
  });

  it("repeats a call on a share that conflicts with another change", async () => {
    const context = contextAt();
    expect(await callWhenVisible(context, "tagging", failingUntil(context, 20_000, conflict).attempt)).toBe("done");
  });
});

describe("an error that means that a share is gone", () => {
  /** The codes for the absence of something else. */
  const others = ["DisassociateInvalid", "EntityNotExists.Permission"];

  it("treats each error code for an absent object as that of an absent share, except two", () => {
    const onShares = Object.values(sharing).filter(({ writesTo }) => writesTo?.request !== undefined);
    const codes = new Set(onShares.flatMap(({ errors }): readonly Code[] => errors).filter((code) => catalog[code].category === "absent"));
    expect([...codes].filter((code) => !meansGone(refusal(code, "absent"))).toSorted()).toEqual(others);
    expect([denied, lost, new Error("ResourceNotFound")].filter(meansGone)).toEqual([]);
  });
});
