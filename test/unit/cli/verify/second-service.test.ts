import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { createHttpTransport } from "../../../../provider/client/undici.ts";
import type { Clock } from "../../../../provider/kernel/clock.ts";
import { systemRandom } from "../../../../provider/kernel/random.ts";
import { checks } from "../../../../cli/verify/checks.ts";
import { type Permitted, Run } from "../../../../cli/verify/run.ts";
import { verify } from "../../../../cli/verify/verify.ts";
import { second, serveSecond } from "../../../support/second-service.ts";
import { everything, readsOnly } from "./fixture.ts";

/** Time in which calls over HTTP take none, sleeps end at once, and timers end early. */
class SkippingClock implements Clock {
  #now = Date.parse("2026-01-01T00:00:00Z");
  now = () => this.#now;
  wallTime = () => this.#now;

  async sleep(ms: number): Promise<void> {
    this.#now += ms;
    await setImmediate();
  }

  setTimer(ms: number, callback: () => void): () => void {
    const due = this.#now + ms;
    const timer = setTimeout(() => {
      this.#now = Math.max(this.#now, due);
      callback();
    }, ms / 20);
    return () => clearTimeout(timer);
  }
}

const clock = new SkippingClock();
const http = createHttpTransport({});
let service: Awaited<ReturnType<typeof serveSecond>>;
beforeAll(async () => {
  service = await serveSecond(clock.now);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

function verified(permitted: Permitted) {
  const run = new Run({
    configuration: readConfiguration(
      {},
      {
        ALIBABA_CLOUD_ACCESS_KEY_ID: second.accessKeyId,
        ALIBABA_CLOUD_ACCESS_KEY_SECRET: second.accessKeySecret,
        RESOURCESHARE_ENDPOINT: service.url,
        RESOURCESHARE_STS_ENDPOINT: service.url,
      },
    ),
    transport: http,
    clock,
    random: systemRandom,
    accountId: second.owner,
    permitted,
    signal: new AbortController().signal,
    cleaningSignal: new AbortController().signal,
  });
  return verify(run);
}

test("finds no difference with `verify` at a second implementation of the service, without rate limits and a receiver", async () => {
  const { results, left } = await verified({
    ...everything,
    "allow-writes": second.owner,
    target: second.member,
    external: second.outsider,
    receiver: undefined,
  });
  const untried = ["S-throttling", "S-retry-after", "S-window", "S-limits", "S-ended-invitation", "S-leaving"];
  expect(results.filter(({ result }) => result === "differs")).toEqual([]);
  expect(results.flatMap(({ id, result }) => (result === "holds" ? [id] : []))).toEqual(
    checks.map(({ id }) => id).filter((id) => !untried.includes(id)),
  );
  expect(left).toEqual([]);
});

test("finds no difference with `verify` at a second implementation of the service when it only reads", async () => {
  const { results } = await verified(readsOnly);
  expect(results.filter(({ result }) => result === "differs")).toEqual([]);
  expect(results.find(({ id }) => id === "S-identity")?.result).toBe("holds");
});
