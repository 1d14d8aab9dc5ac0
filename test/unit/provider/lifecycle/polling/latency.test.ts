import { describe, expect, it } from "vitest";
import { LatencyEstimate } from "../../../../../provider/lifecycle/polling/latency.ts";

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

  it("takes the time of a required later poll, and none of a first poll, which came at the estimate", () => {
    const estimate = new LatencyEstimate();
    estimate.recordEnd(2100, true);
    expect(estimate.expectedMs).toBe(2100);
    estimate.recordEnd(2500, true);
    expect(estimate.expectedMs).toBe(2100);
    estimate.recordEnd(2200, false);
    expect(estimate.expectedMs).toBe(2200);
  });
});
