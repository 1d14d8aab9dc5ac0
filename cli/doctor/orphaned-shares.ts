import type { ResourceShare } from "../../provider/api/entities.ts";
import type { Client } from "../../provider/client/client.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { createTagKey } from "../../provider/resources/tags/tag-calls.ts";
import { exportStack, exportStackWithSecrets, stacksOf } from "../input/pulumi.ts";
import { type ForeignProvider, foreignProviders, type PluginAddress, pluginAddresses } from "../../access/provider-texts.ts";
import { explicitProviderName, readState, type StackState } from "../../access/stack-state.ts";
import { type Finding, ok, problem, subjectOf, warning } from "../../access/output/finding.ts";

/** Finds shares with the create tag, whose creation has not completed. A recent creation may be in progress. */
export function examineCreateTags(client: Client, shares: readonly ResourceShare[], now: number, timeoutMs: number): Finding[] {
  const subject = subjectOf("Unfinished shares", client);
  const unfinished = shares.filter(hasCreateTag);
  if (unfinished.length === 0) return [ok(subject, `no share has the create tag ${createTagKey}`)];
  return unfinished.map((share) => {
    const description = `${titleOf(share)} has the create tag ${createTagKey}, since ${share.CreateTime ?? "an unknown time"}`;
    const ageMs = now - Date.parse(share.CreateTime ?? "");
    // A creation ends at its timeout at the latest, so an older tag belongs to an interrupted one, unless `customTimeouts` is longer.
    if (ageMs < timeoutMs)
      return warning(
        subject,
        `${description}: a \`pulumi up\` may be creating it right now`,
        "if none is running, run the interrupted `pulumi up` again, `--replace` included: it resumes this share",
      );
    return problem(
      subject,
      `${description}: a \`pulumi up\` was interrupted while it created it`,
      "make sure that no `pulumi up` with a longer `customTimeouts.create` is running. Then run the interrupted `pulumi up` again, `--replace` included: it resumes this share, unless the state names another by now. Then, and where the stack is gone, delete this one",
    );
  });
}

/** The state of the selected stack of a project, and the ids of shares in the states of all its stacks. */
export interface ProjectStates {
  readonly selected: StackState;
  readonly known: ReadonlySet<string>;
  /** Dynamic resources of all its stacks with provider code that this package did not write. */
  readonly foreign: readonly ForeignProvider[];
  /** Providers of all its stacks whose plugin is downloaded from an address of their own. */
  readonly plugins: readonly PluginAddress[];
}

/** Reads the states of all stacks of a project. It reports a state that it cannot read, whose shares would seem orphaned. */
export async function readStates(folder: string): Promise<ProjectStates | Finding[]> {
  const subject = "Stack";
  try {
    const exported = await exportStack(folder);
    const texts = [exported];
    const others = (await stacksOf(folder)).filter(({ current }) => !current);
    for (const { name } of others) texts.push(await exportStack(folder, name));
    const ids = texts
      .map(readState)
      .flatMap(({ resources }) => resources.flatMap(({ kind, id }) => (kind === "ResourceShare" && id !== undefined ? [id] : [])));
    const selected = readState(exported);
    // Shares of an explicit provider are searched for with its credentials.
    const isEncrypted = selected.explicitProviders.some(({ hasSecrets }) => hasSecrets);
    return {
      selected: isEncrypted ? readState(await exportStackWithSecrets(folder)) : selected,
      known: new Set(ids),
      foreign: texts.flatMap(foreignProviders),
      plugins: texts.flatMap(pluginAddresses),
    };
  } catch (error) {
    return [problem(subject, messageOf(error), "run this in, or point --stack to, the folder of a Pulumi project with a selected stack")];
  }
}

/** The account and region of shares; the account is its name in the configuration. */
export interface Place {
  /** The text by which the shares name their explicit provider. */
  readonly provider: string | undefined;
  readonly account: string | undefined;
  readonly region: string | undefined;
}

/** The names of a stack's shares, by account and region. */
export function namesByPlace({
  resources,
  interrupted,
}: StackState): readonly { readonly place: Place; readonly names: ReadonlySet<string> }[] {
  const places = new Map<string, { place: Place; names: Set<string> }>();
  for (const { kind, inputs, outputs, provider } of [...resources, ...interrupted]) {
    const name = outputs["name"] ?? inputs["name"];
    if (kind !== "ResourceShare" || typeof name !== "string") continue;
    const isExplicit = explicitProviderName(provider) !== undefined;
    const place = {
      provider: isExplicit ? provider : undefined,
      account: text(outputs["account"] ?? inputs["account"]),
      region: text(outputs["regionId"] ?? inputs["region"]),
    };
    const key = JSON.stringify([place.provider, place.account, place.region]);
    const known = places.get(key) ?? { place, names: new Set<string>() };
    known.names.add(name);
    places.set(key, known);
  }
  return [...places.values()];
}

/** Finds shares with a name of the stack that are in no state of its project. A killed process may leave such shares. */
export function examineOrphanedShares(
  client: Client,
  shares: readonly ResourceShare[],
  names: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Finding[] {
  const subject = subjectOf("Lost shares", client);
  const orphaned = shares.filter(
    (share) => names.has(share.ResourceShareName ?? "") && !known.has(share.ResourceShareId) && !hasCreateTag(share),
  );
  if (orphaned.length === 0)
    return [ok(subject, `every share in ${client.region} that has a name of the stack is in a state of its project`)];
  return orphaned.map((share) => {
    const id = share.ResourceShareId;
    const fix = `if no other program manages it, adopt it with \`adopt: "${id}"\` on the resource of that name (when that has no share of its own), or delete it`;
    return problem(
      subject,
      `${titleOf(share)}, created ${share.CreateTime ?? "at an unknown time"} in ${client.region}, has a name of the stack and is in no state of its project`,
      fix,
    );
  });
}

function hasCreateTag(share: ResourceShare): boolean {
  return hasTag(share, createTagKey);
}

function hasTag({ Tags }: ResourceShare, key: string): boolean {
  return (Tags ?? []).some(({ Key }) => Key === key);
}

function titleOf({ ResourceShareId, ResourceShareName }: ResourceShare): string {
  return `share ${ResourceShareId} "${ResourceShareName ?? ""}"`;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
