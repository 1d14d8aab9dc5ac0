// What is no count of calls: S5, S7, S8, S9 and the state, each as one figure beside what it is compared with.
import { measureBindings } from "./bindings.ts";
import { measureCallRate, callers } from "./callers.ts";
import { measurePreviews } from "./engine.ts";
import { measureProcess, median } from "./process.ts";
import { startService } from "./service.ts";
import { work } from "./work.ts";
import type { Figure } from "./types.ts";
import type { Life, Lives } from "./process.ts";

const inFlight = 16;

/** Every figure's scenario, with what measures it. */
export const figures: Readonly<Record<string, () => Promise<Figure[]>>> = { S5: previews, S7: calls, S8: life, S9: bindings };

async function previews(): Promise<Figure[]> {
  const of = await measurePreviews({ resources: 1000, runs: 5 });
  const beside = `${of.seconds.toFixed(2)} s beside ${of.nothingSeconds.toFixed(2)} s on a provider that does nothing; ${of.calls} calls`;
  const record = `${of.recordBytes} bytes with what the engine adds, ${of.nothingRecordBytes} on a provider that does nothing`;
  return [
    figure("S5", "preview of 1,000 resources without a change", of.seconds / of.nothingSeconds, "x", { atMost: 1.15 }, beside),
    figure("state", "`__provider`", of.providerBytes, "bytes", { atMost: 300 }, "in inputs and in outputs"),
    figure(
      "state",
      "a ShareAssociation of one entity",
      of.propertiesBytes,
      "bytes",
      { atMost: 1500 },
      `inputs and outputs; the record is ${record}`,
    ),
  ];
}

async function calls(): Promise<Figure[]> {
  const service = await startService(0, false);
  const wanted = Array.from({ length: 5 }, (_, index) => ({ kind: "ResourceShare", name: `s7-${index}`, inputs: { name: `s7-${index}` } }));
  await work({ work: "up", address: service.address, inFlight: 5, wanted, kept: [] });
  const runs: Record<string, { perSecond: number; cpuMs: number }[]> = Object.fromEntries(Object.keys(callers).map((name) => [name, []]));
  for (let run = 0; run < 5; run += 1) {
    for (const name of Object.keys(callers)) {
      runs[name]?.push(await measureCallRate(name, { address: service.address, seconds: 2, inFlight }));
    }
  }
  await service.close();
  const of = (name: string) => ({
    perSecond: median((runs[name] ?? []).map(({ perSecond }) => perSecond)),
    cpuMs: median((runs[name] ?? []).map(({ cpuMs }) => cpuMs)),
  });
  const [ours, raw] = [of("this package"), of("raw undici")];
  const speed = (name: string) => `${ours.perSecond.toFixed(0)} a second beside ${of(name).perSecond.toFixed(0)}, ${inFlight} at once`;
  const vendor = "@alicloud/openapi-core";
  const cost = `${ours.cpuMs.toFixed(3)} ms beside ${of(vendor).cpuMs.toFixed(3)} ms, and ${raw.cpuMs.toFixed(3)} ms of raw undici, which signs nothing`;
  return [
    figure("S7", "calls per second, beside raw undici", ours.perSecond / raw.perSecond, "x", { atLeast: 0.7 }, speed("raw undici")),
    figure("S7", `processor time of a call, beside ${vendor}`, ours.cpuMs / of(vendor).cpuMs, "x", { atMost: 0.5 }, cost),
  ];
}

async function life(): Promise<Figure[]> {
  const { starts, lives } = await measureProcess({ starts: 15, lives: 3 });
  const beside = (of: Lives, what: keyof Life) =>
    `${of.package[what].toFixed(0)} beside ${of.nothing[what].toFixed(0)} of a provider that does nothing`;
  const above = (of: Lives, what: keyof Life) => of.package[what] - of.nothing[what];
  return [
    figure("S8", "start to the first answer", above(starts, "startMs"), "ms", { atMost: 80 }, beside(starts, "startMs")),
    figure("S8", "memory after the first calls", above(starts, "callMb"), "MB", { atMost: 45 }, beside(starts, "callMb")),
    figure("S8", "memory with 1,000 resources", above(lives, "manyMb"), "MB", { atMost: 60 }, beside(lives, "manyMb")),
  ];
}

async function bindings(): Promise<Figure[]> {
  const { executable, script, dynamic } = await measureBindings(15);
  const start = `${script.startMs.toFixed(0)} with the machine's Node, ${dynamic.startMs.toFixed(0)} of the dynamic provider`;
  const memory = `${script.mb.toFixed(0)} with the machine's Node, ${dynamic.mb.toFixed(0)} of the dynamic provider`;
  return [
    figure("S9", "plugin: start to the first answer", executable.startMs, "ms", { atMost: 1000 }, start),
    figure("S9", "plugin: memory at the first answer", executable.mb, "MB", { atMost: 120 }, memory),
  ];
}

function figure(scenario: string, what: string, value: number, unit: string, bound: Figure["bound"], detail: string): Figure {
  const over = value > (bound.atMost ?? Number.POSITIVE_INFINITY) || value < (bound.atLeast ?? Number.NEGATIVE_INFINITY);
  return { scenario, what, value, unit, bound, detail, over };
}
