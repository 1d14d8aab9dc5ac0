import { parseJson } from "../../provider/kernel/json.ts";
import { shapeFailures } from "../../provider/kernel/shape-failures.ts";
import { inPlainWords } from "../../provider/kernel/shape-reason.ts";
import { differingAssumptions, withDifferences } from "../../simulator/gateway/differences.ts";
import { createSimulator, type Pace, paces, type Simulator, type SimulatorOptions } from "../../simulator/index.ts";
import { UsageError } from "../command.ts";
import { Recording } from "../verify/recording.ts";

/** The assumptions whose difference is a measured time. */
const timed = ["S-visibility"];

/**
 * Reads what `resourceshare verify --output` has written.
 * @throws UsageError that names `place` when the text is something else
 */
export function readRecording(text: string, place: string): Recording {
  const value = parseJson(text) ?? null;
  const result = Recording.safeParse(value, inPlainWords);
  if (result.success) return result.data;
  const [problem] = shapeFailures(Recording, result.error.issues, value);
  throw new UsageError(
    `${place} is no recording of resourceshare verify: ${problem?.property || "it"} ${problem?.reason}; name a file that \`resourceshare verify --output\` has written`,
  );
}

/** Returns a simulator with the times and the differences of a recorded service, and remarks about what it has of them. */
export function simulatorAs(
  { assumptions, times }: Recording,
  options: Omit<SimulatorOptions, "pace"> & { readonly pace: "fast" | "real" },
): { readonly simulator: Simulator; readonly remarks: readonly string[] } {
  const names = Object.keys(paces.fast);
  const measured: Partial<Pace> = Object.fromEntries(Object.entries(times).filter(([name]) => names.includes(name)));
  const { acceptedCalls: calls } = times;
  const limits = calls === undefined ? options.limits : { CheckSharingWithResourceDirectoryStatus: calls };
  const simulator = createSimulator({ ...options, pace: { ...paces[options.pace], ...measured }, limits });
  const differing = assumptions.filter(({ result }) => result === "differs");
  const known = differing.filter(({ id }) => differingAssumptions.includes(id));
  const unknown = differing.filter(({ id }) => ![...differingAssumptions, ...timed].includes(id));
  return {
    simulator: withDifferences(simulator, new Map(known.map(({ id, answer }) => [id, answer]))),
    remarks: [
      `As recorded: ${Object.keys(measured).join(", ") || "no times"}; differs in ${known.map(({ id }) => id).join(", ") || "nothing"}.`,
      ...unknown.map(({ id }) => `${id} differs too, which cannot be simulated.`),
    ],
  };
}
