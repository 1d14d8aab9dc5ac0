import { describe, expect, it } from "vitest";
import { ListResourceShares } from "../../../../provider/api/shares.ts";
import { ListTagResources } from "../../../../provider/api/tags.ts";
import { allPages } from "../../../../provider/client/pages.ts";
import { ProtocolError } from "../../../../provider/kernel/errors.ts";
import { clientOf, firstParameters, ok, parametersOf, rejection, service } from "./fixture.ts";

const share = (id: string) => ({ ResourceShareId: id, ResourceShareStatus: "Active" });

/** A list whose pages are linked by their tokens; the first page has the token "". */
function book(pages: Record<string, { items: string[]; next?: string }>) {
  return service((request) => {
    const page = pages[parametersOf(request).NextToken ?? ""];
    return ok({ ResourceShares: page?.items.map(share), ...(page?.next === undefined ? {} : { NextToken: page.next }) });
  });
}

const walk = (transport: ReturnType<typeof book>["transport"], request = {}) =>
  clientOf(transport).all(ListResourceShares, { ResourceOwner: "Self", ...request }, (page) =>
    page.ResourceShares?.map((item) => item.ResourceShareId),
  );

describe("pages", () => {
  it("reads all pages of a list in order, with a hundred records each", async () => {
    const { transport, requests } = book({ "": { items: ["a", "b"], next: "2" }, 2: { items: ["c"], next: "3" }, 3: { items: ["d"] } });
    expect(await walk(transport)).toEqual(["a", "b", "c", "d"]);
    expect(requests.map((request) => parametersOf(request).MaxResults)).toEqual(["100", "100", "100"]);
  });

  it("continues to read a list after an empty page that has a token", async () => {
    const { transport } = book({ "": { items: [], next: "2" }, 2: { items: ["a"], next: "" } });
    expect(await walk(transport)).toEqual(["a"]);
  });

  it("keeps the page size that a list's request sets", async () => {
    const { transport, requests } = book({ "": { items: [] } });
    await walk(transport, { MaxResults: 7 });
    expect(firstParameters({ requests }).MaxResults).toBe("7");
  });

  it("sends no page size for a list whose operation has none", async () => {
    const { transport, requests } = service(() => ok({ TagResources: { TagResource: [] } }));
    const request = { ResourceType: "ResourceShare", RegionId: "cn-hangzhou", ResourceId: ["rs-1"] } as const;
    await clientOf(transport).all(ListTagResources, { ...request, ResourceId: ["rs-1"] }, (page) => page.TagResources?.TagResource);
    expect(firstParameters({ requests })).not.toHaveProperty("MaxResults");
  });

  it("reports a list with repeating page tokens as a ProtocolError", async () => {
    const { transport, requests } = book({
      "": { items: ["a"], next: "2" },
      2: { items: ["b"], next: "3" },
      3: { items: ["c"], next: "2" },
    });
    const error = await rejection(walk(transport));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toMatch(/^ProtocolError: ListResourceShares .*\(HTTP 200\): the list returned a page token twice/);
    expect(requests).toHaveLength(3);
  });

  it("reports a list of endless pages with ever new tokens as a ProtocolError", async () => {
    let pages = 0;
    const call = () => Promise.resolve({ ResourceShares: [], NextToken: `${(pages += 1)}` });
    // The pager reads only the page fields, which these answers have for every operation.
    const error = await rejection(allPages(call as never, ListResourceShares, { ResourceOwner: "Self" }, () => []));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toMatch(/the list has more than 10000 pages, which is the most that is read; ask for less/);
    expect(pages).toBe(10_000);
  });

  it.each([
    ["records", (size: number) => ({ ResourceShares: [{ ...share("rs-1"), ResourceShareName: "n".repeat(size) }], NextToken: "" })],
    ["tokens", (size: number) => ({ ResourceShares: [], NextToken: "t".repeat(size) })],
  ])("reports a list whose %s exceed the memory limit as a ProtocolError", async (_, pageOf) => {
    let pages = 0;
    const call = () => {
      const page = pageOf(8_000_000);
      return Promise.resolve({ ...page, NextToken: `${page.NextToken}${(pages += 1)}` });
    };
    // The pager reads only the page fields, which these answers have for every operation.
    const error = await rejection(allPages(call as never, ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toMatch(/the list is longer than 100 million characters, which is the most that is read; ask for less/);
    expect(pages).toBe(13);
  });

  it("reads a list with more records than a JavaScript function may have arguments", async () => {
    const records = Array.from({ length: 300_000 }, () => share("rs-1"));
    const call = () => Promise.resolve({ ResourceShares: records });
    // One page for every operation.
    expect(await allPages(call as never, ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares)).toHaveLength(
      300_000,
    );
  });

  it("reads a page that has no list as empty", async () => {
    expect(await walk(service(() => ok()).transport)).toEqual([]);
  });
});
