// Calls and seconds of what people do most, each beside the floor that the service's limits leave. `npm run bench [-- --json]`.
import { cpus } from "node:os";
import { startProvider } from "./provider.mjs";
import { scenarios } from "./scenarios.mjs";
import { startService } from "./service.mjs";

const asJson = process.argv.includes("--json");
const rows = [];
for (const scenario of scenarios) {
  for (const transitionMs of [200, 2000]) {
    const service = await startService(transitionMs);
    const started = performance.now();
    await scenario.run(startProvider(service));
    const seconds = (performance.now() - started) / 1000;
    const { calls, throttled, byOperation } = await service.tally();
    await service.close();
    const floor = scenario.floor(transitionMs / 1000);
    rows.push({ scenario: scenario.name, transitionMs, calls, throttled, seconds, floor, byOperation });
  }
}

const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};
if (asJson) {
  console.log(JSON.stringify({ machine, rows }, undefined, 2));
} else {
  console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.date}\n`);
  for (const { scenario, transitionMs, calls, throttled, seconds, floor, byOperation } of rows) {
    console.log(`${scenario}; transitions take ${transitionMs / 1000} s`);
    console.log(
      `  calls    ${calls}, floor ${floor.calls} (${floor.terms}): ${(calls / floor.calls).toFixed(2)} x; throttled ${throttled}`,
    );
    console.log(
      `  seconds  ${seconds.toFixed(2)}, floor ${floor.seconds.toFixed(2)} (${floor.secondsTerms}): ${(seconds / floor.seconds).toFixed(2)} x`,
    );
    console.log(
      `  ${Object.entries(byOperation)
        .map(([operation, count]) => `${count} ${operation}`)
        .join(", ")}\n`,
    );
  }
}
