import { demo } from "../../../simulator/index.ts";
import type { Random } from "../../../provider/kernel/random.ts";

interface Entity {
  readonly type?: string;
  readonly id: string;
}

/** One share of a program, and what other resources put into it. */
interface Share {
  readonly name: string;
  readonly inline: readonly Entity[];
  readonly associated: readonly Entity[];
  readonly isOpen: boolean;
  /** Whether the account outside the directory is invited, and whether it accepts in the same program. */
  readonly externalAccount: "none" | "invited" | "accepted";
  readonly tags: Readonly<Record<string, string>>;
  readonly moreTags: Readonly<Record<string, string>>;
  readonly permission: "none" | "inline" | "resource";
}

/** A program: its shares by the names of their resources. */
export type Program = Readonly<Record<string, Share>>;

const entities: readonly Entity[] = [
  { type: "VSwitch", id: "vsw-demo01" },
  { type: "VSwitch", id: "vsw-demo02" },
  { type: "VSwitch", id: "vsw-demo03" },
  { type: "PrefixList", id: "pl-demo01" },
  { type: "Image", id: "m-demo01" },
  { type: "Snapshot", id: "s-demo01" },
  { id: demo.folders.core },
  { id: demo.folders.apps },
  { id: demo.member },
  { id: demo.network },
];

const resourceNames = ["one", "two", "three"];

/** Another program, a few edits away from this one. */
export function editProgram(program: Program, random: Random): Program {
  const name = pick(resourceNames, random);
  const before = program[name];
  const isAlone = Object.keys(program).length === 1;
  if (before !== undefined && !isAlone && random.next() < 0.2) {
    return Object.fromEntries(Object.entries(program).filter(([other]) => other !== name));
  }
  return { ...program, [name]: randomShare(name, before, random) };
}

function randomShare(name: string, before: Share | undefined, random: Random): Share {
  const keepOr = <T>(old: T | undefined, make: () => T): T => (old === undefined || random.next() < 0.5 ? make() : old);
  const places = new Map(entities.map((entity) => [entity.id, placementOf(entity, before)]));
  for (const { id } of entities)
    if (before === undefined || random.next() < 0.4) places.set(id, pick(["inline", "associated", "out"], random));
  const at = (place: string) => entities.filter(({ id }) => places.get(id) === place);
  // A guest that no longer accepts leaves the share, and stays away until a refresh shows it or the invitation is taken back first.
  const externalAccounts =
    before?.externalAccount === "accepted" ? (["none", "accepted"] as const) : (["none", "none", "invited", "accepted"] as const);
  const externalAccount = keepOr(before?.externalAccount, () => pick(externalAccounts, random));
  const tag = () => String(Math.floor(random.next() * 3));
  return {
    name: keepOr(before?.name, () => `${name}-${tag()}`),
    inline: at("inline"),
    associated: at("associated"),
    isOpen: externalAccount !== "none" || random.next() < 0.3,
    externalAccount,
    tags: keepOr(before?.tags, (): Share["tags"] => (random.next() < 0.5 ? { team: tag() } : { team: tag(), stage: tag() })),
    moreTags: keepOr(before?.moreTags, (): Share["tags"] => (random.next() < 0.5 ? {} : { cost: tag() })),
    permission: keepOr(before?.permission, () => pick(["none", "inline", "resource"] as const, random)),
  };
}

function placementOf({ id }: Entity, share: Share | undefined): string {
  if (share?.inline.some((entity) => entity.id === id)) return "inline";
  return share?.associated.some((entity) => entity.id === id) ? "associated" : "out";
}

/** The program as the text of a module. */
export function textOf(program: Program): string {
  return ['const rs = require("pulumi-resourceshare");', ...Object.entries(program).map(([name, share]) => shareText(name, share))].join(
    "\n",
  );
}

const permissionName = "AliyunRSPermissionVSwitchReadOnly";

function shareText(name: string, share: Share): string {
  const holdsVSwitch = share.inline.some(({ type }) => type === "VSwitch");
  const { resources, targets } = listsOf(share.inline);
  const args = {
    name: share.name,
    allowExternalTargets: share.isOpen,
    resources,
    targets: [...targets, ...(share.externalAccount === "none" ? [] : [demo.consumer])],
    tags: share.tags,
    ...(share.permission === "inline" && holdsVSwitch ? { permissionNames: [permissionName] } : {}),
  };
  const more = (kind: string, rest: object) =>
    `new rs.${kind}(${JSON.stringify(name)}, { shareId: ${name}.id, ${JSON.stringify(rest).slice(1, -1)} });`;
  return [
    `const ${name} = new rs.ResourceShare(${JSON.stringify(name)}, ${JSON.stringify(args)});`,
    ...(share.associated.length > 0 ? [more("ShareAssociation", listsOf(share.associated))] : []),
    ...(Object.keys(share.moreTags).length > 0 ? [more("ShareTags", { tags: share.moreTags })] : []),
    ...(share.permission === "resource" && holdsVSwitch ? [more("SharePermission", { permissionName })] : []),
    ...(share.externalAccount === "accepted" ? [more("InvitationAcceptor", { account: "consumer", senderAccountId: demo.owner })] : []),
  ].join("\n");
}

function listsOf(entities: readonly Entity[]) {
  return {
    resources: entities.filter(({ type }) => type !== undefined),
    targets: entities.flatMap(({ type, id }) => (type === undefined ? [id] : [])),
  };
}

/** The expected contents of a world: for each share its tags, and its entities with their states. */
export function expectedOf(program: Program) {
  return Object.values(program)
    .map((share) => ({
      name: share.name,
      allowExternalTargets: share.isOpen,
      tags: { ...share.tags, ...share.moreTags },
      entities: [
        ...[...share.inline, ...share.associated].map(({ id }) => `${id} Associated`),
        ...(share.externalAccount === "none"
          ? []
          : [`${demo.consumer} ${share.externalAccount === "accepted" ? "Associated" : "Associating"}`]),
      ].toSorted(),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}
