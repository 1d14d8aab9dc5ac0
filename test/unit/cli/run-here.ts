import { run } from "../../../cli/run.ts";

/** Runs `resourceshare` in this process; `onOut` sees each line and may end the command. */
export async function runHere(words: readonly string[], onOut: (line: string, end: () => void) => void = () => {}) {
  const { promise: interrupted, resolve: end } = Promise.withResolvers<void>();
  const printed = { out: "", err: "" };
  const code = await run(words, {
    out: (line) => {
      printed.out += `${line}\n`;
      onOut(line, end);
    },
    err: (line) => void (printed.err += `${line}\n`),
    interrupted,
  });
  return { code, ...printed };
}
