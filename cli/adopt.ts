import { basename, dirname } from "node:path";
import { clientOf, configOptions, placeOf, sourceOf } from "./input/clients.ts";
import { assertFile } from "./input/input-files.ts";
import { nonEmptyText } from "../access/untyped-values.ts";
import { shareIdForm } from "../provider/api/id-forms.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { type Command, flag, repeated, single, type Terminal, UsageError, type Values } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { importFileOf } from "./adopt/import-file.ts";
import { programOf } from "./adopt/program.ts";
import { managingStacks } from "./adopt/managing-stacks.ts";
import { assertWritable, writeFiles } from "./adopt/files.ts";
import { projectFileNames, projectFiles, pulumiName, sourceFrom } from "./adopt/project.ts";
import { type AdoptableShare, readAdoptable } from "./adopt/shares.ts";

const options = {
  share: repeated("<id>", "only this share; may be given several times (all shares of the account)"),
  out: single("<dir>", "writes a whole Pulumi project there (the program goes to standard output)"),
  import: single(
    "<file>",
    "a file to write in place of the program, or - for standard output: what `pulumi import --file` reads, for the plugin",
  ),
  provider: single("<urn>", "with --import, the explicit provider that imports (the default provider)"),
  force: flag("overwrites the files which are there already"),
  account: single(
    "<name>",
    "an account that RESOURCESHARE_ACCOUNTS or, with --config, resourceshare:accounts names; the program then names it, too",
  ),
  region: single("<id>", "the region, which the program then names, too (the one of the account or of the configuration)"),
  protect: flag("lets Pulumi refuse to delete what was adopted"),
  ...configOptions,
};
type AdoptOptions = Values<typeof options>;

/** `resourceshare adopt`: generates a program that adopts the existing shares of an account. */
export const adopt: Command<typeof options> = {
  name: "adopt",
  summary: "Writes the Pulumi program that adopts what an account shares today. It changes nothing at the service.",
  usage: ["[options]"],
  insteadOfWords: "name shares with --share",
  example: "adopt --share rs-000001 --out adopted",
  options,
  async run(options, _words, terminal) {
    const { out, share: ids = [], import: importFile } = options;
    checkOptions(options);
    checkValues(options);
    assertPlace(options);
    const [account, region] = [nonEmptyText(options.account), nonEmptyText(options.region)];
    const source = sourceOf(options, "config", terminal);
    const client = await clientOf(options, source);
    const stacks = source.folder === undefined ? new Map<string, string>() : await managingStacks(source.folder);
    const { shares, remarks } = await readAdoptable(client, ids.length > 0 ? ids : "all", stacks).catch((error: unknown) => {
      throw error instanceof InputError && error.failures.some(({ property }) => property === "share")
        ? new Error(`--share ${error.failures[0]?.reason ?? ""}; without --share, adopt prints all; --account and --region select others`, {
            cause: error,
          })
        : error;
    });
    for (const remark of remarks) terminal.err(`note: ${remark}`);
    if (shares.length === 0) {
      const { place, from } = await placeOf(client);
      if (remarks.length === 0)
        throw new Error(`${place}${from} has no share to adopt, and nothing is written: check the account and the region`);
      if (ids.length > 0) throw new Error("nothing is left to adopt, and nothing is written");
      terminal.err(`${place}${from}: all its shares are left out, and nothing is written`);
      return exitCodes.done;
    }
    terminal.err(`${shares.length} ${shares.length === 1 ? "share" : "shares"} of ${account ?? "the account"} in ${client.region}.`);
    if (importFile !== undefined) return writeImport(importFile, shares, options, client.region, terminal);
    const program = programOf(shares, { account, region, protect: options.protect === true });
    if (out === undefined) {
      terminal.out(program.trimEnd());
      return exitCodes.done;
    }
    const accountId = account === undefined ? await client.callerAccount() : undefined;
    const dependency = sourceFrom(out);
    const files = projectFiles({ program, folder: out, dependency, region: client.region, accountId });
    writeFiles(out, files, options.force === true);
    const stack = pulumiName([account ?? accountId ?? "adopted", client.region].join("-"));
    if (dependency.endsWith(".tgz"))
      terminal.err(
        `note: package.json depends on ${dependency}: before you commit the project, copy that file into it and correct the path`,
      );
    terminal.err(`Written to ${out}. Next: cd ${out} && npm install && pulumi stack init ${stack} && pulumi preview && pulumi up`);
    return exitCodes.done;
  },
};

/** Throws when the project or the file cannot be written, before any call. */
function assertPlace({ out, import: importFile, force = false }: AdoptOptions): void {
  if (out !== undefined) assertWritable(out, projectFileNames, force);
  else if (importFile !== undefined && importFile !== "-") assertWritable(dirname(importFile), [basename(importFile)], force);
}

/** Rejects options that contradict each other, before any call. */
function checkOptions(options: AdoptOptions): void {
  const has = (name: keyof AdoptOptions) => options[name] !== undefined;
  if (has("import") && has("out")) throw new UsageError("--import and --out exclude each other: the file, or a project");
  if (has("force") && !has("out") && !has("import")) throw new UsageError("--force goes with --out or --import");
  if (has("provider") && !has("import")) throw new UsageError("--provider goes with --import: --import - --provider URN");
  if (has("import") && has("protect"))
    throw new UsageError("--protect goes with a program: `pulumi import` protects by itself, without --protect=false");
  if (has("import") && has("account") && !has("provider"))
    throw new UsageError("--import of a named account needs --provider: the default provider imports with the default account");
}

/** Rejects values that are wrong whatever the account has, before any call. */
function checkValues({ share = [], provider, import: importFile }: AdoptOptions): void {
  const noId = share.find((id) => !shareIdForm.pattern.test(id));
  if (noId !== undefined) throw new UsageError(`--share ${noId} is no id of a share: an id begins with rs-`);
  // `pulumi import` panics on another text, and leaves the stack locked.
  if (provider !== undefined && !/^urn:pulumi:.+::pulumi:providers:resourceshare::.+$/.test(provider))
    throw new UsageError(
      `--provider ${provider} is no URN of a provider resourceshare: write the one that \`pulumi stack --show-urns\` shows`,
    );
  assertFile(importFile, "--import");
}

function writeImport(
  file: string,
  shares: readonly AdoptableShare[],
  { provider, force }: AdoptOptions,
  region: string,
  terminal: Terminal,
): number {
  const text = importFileOf(shares, provider);
  if (file === "-") {
    terminal.out(text.trimEnd());
    return exitCodes.done;
  }
  writeFiles(dirname(file), { [basename(file)]: text }, force === true);
  terminal.err(
    `Written to ${file}. Next, in a project with the plugin and the region ${region}: pulumi import --file ${file} --out program.yaml --protect=false`,
  );
  return exitCodes.done;
}
