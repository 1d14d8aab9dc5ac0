import { describe, expect, it } from "vitest";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { Claims } from "../../../../provider/lifecycle/claims.ts";

const claimOf = (part: string | undefined, more: { allowsExclusiveOwner?: boolean } = {}) => ({
  objectId: "rs-1",
  property: "targets",
  part,
  ...more,
});

describe("claims", () => {
  it("rejects a claim that another resource has, and names both by the part of their URNs after the project", () => {
    const claims = new Claims();
    claims.claim("urn:pulumi:dev::shop::type::a", [claimOf("target 1")]);
    expect(() => claims.claim("urn:pulumi:dev::shop::type::b", [claimOf("target 2"), claimOf("target 1")])).toThrow(
      new InputError([{ property: "targets", reason: "target 1 of rs-1 is claimed by type a and by type b; list it in one of them" }]),
    );
  });

  it("does not record the claims of a rejected resource", () => {
    const claims = new Claims();
    claims.claim("a", [claimOf("1")]);
    expect(() => claims.claim("b", [claimOf("2"), claimOf("1")])).toThrow(InputError);
    claims.claim("c", [claimOf("2")]);
    expect(claims.ownedByAnother("b", "rs-1", "2")).toBe(true);
  });

  it("replaces a resource's ownership claims by its next ones", () => {
    const claims = new Claims();
    claims.claim("a", [claimOf("1"), claimOf("2")]);
    claims.claim("a", [claimOf("2")]);
    claims.claim("b", [claimOf("1")]);
    expect([claims.ownedByAnother("a", "rs-1", "1"), claims.ownedByAnother("b", "rs-1", "1")]).toEqual([true, false]);
    expect(claims.ownedByAnother("a", "rs-2", "1")).toBe(false);
  });

  it("rejects a claim to a part of an exclusive share, in either order, except one with `allowsExclusiveOwner`", () => {
    const claims = new Claims();
    claims.claim("tags", [claimOf("tag a", { allowsExclusiveOwner: true })]);
    claims.claim("whole", [claimOf(undefined)]);
    claims.claim("whole", [claimOf(undefined), claimOf("1")]);
    claims.claim("permission", [claimOf("permission p", { allowsExclusiveOwner: true })]);
    expect(() => claims.claim("guest", [claimOf("2")])).toThrow(/whole owns everything in rs-1 \(exclusive\).*guest adds/);
    const others = new Claims();
    others.claim("guest", [claimOf("2")]);
    expect(() => others.claim("whole", [claimOf(undefined)])).toThrow(/whole owns everything in rs-1 \(exclusive\).*guest adds/);
  });

  it("rejects an exclusive claim of a resource that claims a part beside another resource", () => {
    const claims = new Claims();
    claims.claim("whole", [claimOf("1")]);
    claims.claim("guest", [claimOf("2")]);
    const reason = "whole owns everything in rs-1 (exclusive) and would remove what guest adds; list it there or drop `exclusive`";
    expect(() => claims.claim("whole", [claimOf("1"), claimOf(undefined)])).toThrow(new InputError([{ property: "targets", reason }]));
  });

  it("names all parts at once that other resources claim", () => {
    const claims = new Claims();
    claims.claim("a", [claimOf("1"), claimOf("2"), claimOf("3")]);
    expect(() => claims.claim("b", [claimOf("1"), claimOf("2")])).toThrow(/^targets: 1 of rs-1.*targets: 2 of rs-1/s);
  });

  it("rejects two exclusive claims and names both resources", () => {
    const claims = new Claims();
    claims.claim("whole", [claimOf(undefined)]);
    expect(() => claims.claim("second", [claimOf(undefined)])).toThrow(/whole owns everything in rs-1 .* second adds/);
  });
});
