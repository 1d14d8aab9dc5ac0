// Searches the models: each to its long bounds. `npm run model [-- --only TEXT] [-- --short]`.
import { parseArgs } from "node:util";
import { models } from "./models.ts";
import { type Counterexample, search } from "./search.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, short: { type: "boolean", default: false } } });

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function print({ path, violation, exception }: Counterexample): void {
  writeLine(`${exception === undefined ? "NOT DOCUMENTED" : `exception (${exception})`}: ${violation.invariant}: ${violation.text}`);
  for (const step of path) writeLine(`    ${step}`);
}

for (const model of models.filter(({ name }) => name.includes(values.only))) {
  const bounded = values.short ? model : { ...model, ...model.long };
  const started = performance.now();
  const { states, transitions, counterexamples } = await search(bounded);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  writeLine(
    `${model.name}: at most ${bounded.depth} operations with ${bounded.budget} faults: ${states} states, ${transitions} runs in ${seconds} s`,
  );
  const letters = [...new Set(counterexamples.map(({ exception }) => exception))];
  for (const letter of letters) {
    const explained = counterexamples.filter(({ exception }) => exception === letter);
    // A breadth-first search finds the shortest counterexample first.
    for (const one of letter === undefined ? explained : explained.slice(0, 1)) print(one);
    if (letter !== undefined) writeLine(`    and ${explained.length - 1} more`);
    else process.exitCode = 1;
  }
}
