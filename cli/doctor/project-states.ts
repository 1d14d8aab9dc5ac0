import { messageOf } from "../../provider/kernel/errors.ts";
import { type Finding, problem } from "../../access/output/finding.ts";
import { type ForeignProvider, foreignProviders, type PluginAddress, pluginAddresses } from "../../access/foreign-code.ts";
import { readState, stacksByShare, type StackState } from "../../access/stack-state.ts";
import { exportStacks, exportStackWithSecrets } from "../input/pulumi.ts";

/** What the states of all stacks of a project have. */
export interface ProjectStates {
  /** The state of the selected stack. */
  readonly selected: StackState;
  /** The ids of the shares in all states. */
  readonly shareIds: ReadonlySet<string>;
  /** The stacks that manage each share, by its id. */
  readonly stacksOfShare: ReadonlyMap<string, readonly string[]>;
  /** The dynamic resources in all states with provider code that this package did not write. */
  readonly foreignProviders: readonly ForeignProvider[];
  /** The addresses in all states from which `pulumi` downloads the plugin of a provider. */
  readonly pluginAddresses: readonly PluginAddress[];
}

/** Reads the states of all stacks of a project. A state that cannot be read is a problem, because its shares would seem orphaned. */
export async function readStates(folder: string): Promise<ProjectStates | Finding[]> {
  try {
    const texts = await exportStacks(folder);
    const [ofSelected, ...ofOthers] = texts;
    const selected = readState(ofSelected);
    const states = [selected, ...ofOthers.map((text) => readState(text))];
    // Shares of an explicit provider are searched for with its credentials.
    const isEncrypted = selected.explicitProviders.some(({ hasSecrets }) => hasSecrets);
    return {
      selected: isEncrypted ? readState(await exportStackWithSecrets(folder)) : selected,
      shareIds: new Set(states.flatMap(shareIdsOf)),
      stacksOfShare: stacksByShare(states),
      foreignProviders: texts.flatMap(foreignProviders),
      pluginAddresses: texts.flatMap(pluginAddresses),
    };
  } catch (error) {
    const fix = "run this in, or point --stack to, the folder of a Pulumi project with a selected stack";
    return [problem("Stack", messageOf(error), fix)];
  }
}

function shareIdsOf({ resources }: StackState): string[] {
  return resources.flatMap(({ kind, id }) => (kind === "ResourceShare" && id !== undefined ? [id] : []));
}
