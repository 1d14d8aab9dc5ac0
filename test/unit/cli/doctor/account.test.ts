import { expect, test } from "vitest";
import { examineAccount } from "../../../../cli/doctor/account.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { demo } from "../../../../simulator/index.ts";
import { textOf } from "../../rules/files.ts";
import { served, share } from "../fixture.ts";

const [tasks = ""] = textOf("docs/permissions.md").split("All of them:");
const reads = Object.values(sharing).flatMap(({ name, reads: isRead }) => (isRead ? [name as string] : []));
const namesIn = (text: string) => new Set(Array.from(text.matchAll(/[A-Z]\w+/g), ([name]) => name));

test("makes `doctor` try every read that a task of the access policies needs, except those that docs/commands.md names", async () => {
  await using service = await served();
  const client = service.client();
  await share(client, { name: "network" });
  const { findings } = await examineAccount(client, undefined);
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
  const called = new Set(service.simulator.calls.map(({ operation }) => operation));
  const needed = namesIn(tasks);
  const [row = ""] = /^\| Permissions \|.*$/m.exec(textOf("docs/commands.md")) ?? [];
  const [, untried = ""] = /; not tried: (.*?), what writes/.exec(row) ?? [];
  expect(reads.filter((name) => needed.has(name) && !called.has(name)).toSorted()).toEqual([...namesIn(untried)].toSorted());
});

test("makes `doctor` name only features whose row in the access policies has the denied read", async () => {
  await using service = await served();
  const client = service.client();
  await share(client, { name: "network" });
  const { world } = service.simulator;
  world.accounts.set(demo.owner, { ...world.account(demo.owner), denied: reads });
  const { findings } = await examineAccount(client, undefined);
  const uses = findings.flatMap(({ message }) => {
    const [, operation, text = ""] = /^(\w+) is not allowed, which is needed for (.*)$/.exec(message) ?? [];
    const features = Array.from(text.matchAll(/resourceshare \w+|[A-Z]\w+/g), ([feature]) => feature);
    return operation === undefined ? [] : features.map((feature) => ({ operation, feature }));
  });
  expect(uses.length).toBeGreaterThan(4);
  const rows = tasks.split("\n").filter((line) => line.startsWith("|") || line.startsWith("For `"));
  const isDocumented = ({ operation, feature }: (typeof uses)[number]) =>
    rows.some((row) => row.includes(feature) && row.includes(`${operation}\``));
  expect(uses.filter((use) => !isDocumented(use))).toEqual([]);
});
