import { describe, expect, it } from "vitest";
import { LatencyEstimate } from "../../../provider/lifecycle/polling/latency.ts";

const learnt = (...all: number[]) => {
  const pace = new LatencyEstimate();
  for (const ms of all) pace.record(ms, 60_000);
  return pace;
};

describe("a latency estimate", () => {
  it("estimates nothing before the first transition has ended", () => {
    expect(new LatencyEstimate().expectedMs).toBeUndefined();
    expect(learnt(0, Number.NaN, -5).expectedMs).toBeUndefined();
    const pace = new LatencyEstimate();
    pace.record(86_400_000, 86_400_000);
    expect(pace.expectedMs).toBeUndefined();
  });

  it("estimates the observed latency exactly when it was constant", () => {
    expect(learnt(2000, 2000, 2000).expectedMs).toBe(2000);
  });

  it("estimates the slower latencies of varying ones and never defers a poll for long", () => {
    const pace = learnt(3000, 8000, 5000, 6500, 4000, 7000);
    expect(pace.expectedMs).toBeGreaterThan(4500);
    expect(pace.expectedMs).toBeLessThan(8000);
    expect(learnt(45_000).expectedMs).toBe(10_000);
  });

  it("follows a service that becomes slower, and one that becomes faster", () => {
    const slower = learnt(200, ...Array<number>(20).fill(2000));
    expect(slower.expectedMs).toBeGreaterThan(1700);
    const faster = learnt(2000, ...Array<number>(20).fill(200));
    expect(faster.expectedMs).toBeLessThan(600);
  });

  it("ignores a record that claims more time than has passed", () => {
    const pace = new LatencyEstimate();
    pace.record(200_000, 300);
    expect(pace.expectedMs).toBe(300);
  });

  it("polls slightly earlier after each first poll that saw the end, and trusts a required later poll", () => {
    const pace = new LatencyEstimate();
    pace.recordEnd(2100, false);
    pace.recordEnd(2100, true);
    expect(pace.expectedMs).toBeCloseTo(2058);
    pace.recordEnd(2200, false);
    expect(pace.expectedMs).toBe(2200);
  });

  it("pauses in proportion to the estimate, longer each time, and at most five seconds", () => {
    expect(new LatencyEstimate(0.5).pauseMs(1)).toBe(250);
    expect([1, 2].map((looks) => learnt(200).pauseMs(looks))).toEqual([90, 135]);
    expect([1, 2].map((looks) => learnt(8000).pauseMs(looks))).toEqual([900, 1350]);
    expect(learnt(8000).pauseMs(50)).toBe(4500);
  });
});
