import { z } from "zod";
import { InputError } from "../provider/kernel/errors.ts";
import { parseJson } from "../provider/kernel/json.ts";
import { compareNames } from "./compare-names.ts";
import { Access } from "./access.ts";
import { accessKey } from "./access-key.ts";
import type { Change } from "./diff/changes.ts";

const AccessFile = z.object({ version: z.literal(1), access: z.array(Access) });

/**
 * Reads what `access --format json` has printed earlier.
 *
 * @throws InputError when the text is something else.
 */
export function readEarlierAccess(text: string): readonly Access[] {
  const { success, data } = AccessFile.safeParse(parseJson(text));
  if (!success) throw InputError.of("since", "this is not what `resourceshare access --format json` prints");
  return data.access;
}

/**
 * Compares the present access with an earlier one. An access that is in both is kept, also when it has come into force meanwhile.
 *
 * @example
 * changesSince(readEarlierAccess(readFileSync("access.json", "utf8")), accessOf(snapshots)).filter(({ change }) => change === "gained")
 */
export function changesSince(earlier: readonly Access[], present: readonly Access[]): readonly Change[] {
  const [before, after] = [byKey(earlier), byKey(present)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted(compareNames).flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const access = is ?? was;
    if (access === undefined) return [];
    return [{ ...access, ...changeOf(was, is), gap: false }];
  });
}

function changeOf(was: Access | undefined, is: Access | undefined): Pick<Change, "change" | "wasPending"> {
  if (is === undefined) return { change: "lost" };
  return was === undefined ? { change: "gained" } : { change: "kept", wasPending: was.pending };
}

function byKey(accesses: readonly Access[]): ReadonlyMap<string, Access> {
  return new Map(accesses.map((access) => [accessKey(access), access]));
}
