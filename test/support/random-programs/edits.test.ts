import { expect, test } from "vitest";
import { RandomChoices } from "./random.ts";
import { editProgram, firstProgram } from "./edits.ts";
import { allOf, type Program } from "./model.ts";
import { workspaceOf } from "./workspace.ts";
import { entriesOf } from "./render.ts";
import { faultsOf } from "./validation.ts";

const place = workspaceOf(3);

const acceptances = [{ of: { id: place.offered ?? "" }, by: "consumer" as const }];
const wide = { acceptances, hasForeign: true, hasForeignParts: true, hasForeignTag: true, hasOptions: true, canAdopt: true };

/** Programs that follow each other, from a seed. */
function programsOf(seed: number): Program[] {
  const context = { place, random: new RandomChoices(seed), isRefreshedNext: true, isOff: false, ...wide };
  const programs = [firstProgram(context)];
  for (let index = 0; index < 20; index += 1) {
    const before = programs.at(-1) ?? firstProgram(context);
    programs.push(editProgram(before, { ...context, hasForeign: before.shares.every(({ adopt }) => adopt === undefined) }));
  }
  return programs;
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const programs = seeds.flatMap(programsOf);

test("generates valid random programs, of which nearly each differs from the one before", () => {
  expect(programs.flatMap((program) => faultsOf(program, place))).toEqual([]);
  const texts = seeds.flatMap((seed) => new Set(programsOf(seed).map((program) => JSON.stringify(program))).size);
  expect(texts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(programs.length * 0.95);
});

test("generates random programs with every kind of resource on shares, and with every option that programs may use", () => {
  const kinds = new Set(programs.flatMap((program) => entriesOf(program, place).map(({ kind }) => kind)));
  expect(kinds.size).toBe(6);
  const shares = programs.flatMap((program) => program.shares);
  const seen = {
    swap: shares.some(({ replaced }) => replaced === "swap"),
    gap: shares.some(({ replaced }) => replaced === "gap"),
    adopt: shares.some(({ adopt }) => adopt !== undefined),
    exclusive: shares.some(({ exclusive }) => exclusive),
    retained: shares.some(({ retained }) => retained),
    elsewhere: shares.some(({ owner, region }) => owner === "second" && region !== undefined),
    service: shares.some(({ targets, window }) => window !== undefined || targets.some((target) => target.endsWith(".aliyuncs.com"))),
    foreign: programs.some(({ associations }) => associations.some(({ of }) => "id" in of)),
    renamed: programs.some((program) => allOf(program).some(({ aliases }) => aliases.length > 0)),
    forced: programs.some(({ forced }) => forced.length > 0),
    ignored: programs.some((program) => allOf(program).some(({ ignored }) => ignored !== undefined)),
    read: programs.some(({ reads }) => reads === true),
    adoptedPart: programs.some((program) =>
      [...program.associations, ...program.permissions, ...program.tags].some(({ adopts }) => adopts !== undefined),
    ),
    adoptedDirectory: programs.some(({ adoptsDirectory }) => adoptsDirectory === true),
    property: programs.some(({ associations }) =>
      associations.some(({ resources }) => resources.some(({ sharesPrincipals }) => sharesPrincipals !== undefined)),
    ),
    adoptedAcceptance: programs.some(({ acceptors }) => acceptors.some(({ adopts }) => adopts === true)),
    member: programs.some(({ acceptors }) => acceptors.some(({ by }) => by === "second")),
  };
  expect(Object.entries(seen).filter(([, isSeen]) => !isSeen)).toEqual([]);
});
