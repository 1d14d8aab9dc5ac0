import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { processIdentity } from "../../provider/host/process-identity.ts";
import { creatorOf, hasEnded } from "../../provider/lifecycle/process-identity.ts";

/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ["-e", ""]).pid;

describe("the identity of a provider process", () => {
  it("names each process of one host differently, and the host alike", () => {
    const [one, other] = [processIdentity(), processIdentity()];
    expect(one.host).toBe(other.host);
    expect(one.id).not.toBe(other.id);
    expect(creatorOf(one)).toMatch(/^[0-9a-f]{10}-[0-9a-f]{10}-[0-9]+$/);
  });

  it("reports whether another process of the host still runs", () => {
    const [self, other] = [processIdentity(), processIdentity()];
    expect(hasEnded(creatorOf(self), other)).toBe(false);
    expect(hasEnded(creatorOf({ ...self, pid: ended }), other)).toBe(true);
  });

  it("does not report a process of another host as ended", () => {
    const self = processIdentity();
    expect(hasEnded(creatorOf({ ...self, host: "elsewhere", pid: ended }), self)).toBe(false);
  });

  it.each([[undefined], [""], ["x"], ["a-b"], ["a-b-0"], ["a-b--1"], ["a-b-1-2"]])("does not report %j as ended", (creator) => {
    expect(hasEnded(creator, { ...processIdentity(), host: "b", isRunning: () => false })).toBe(false);
  });
});
