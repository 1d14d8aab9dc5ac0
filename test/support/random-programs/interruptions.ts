import { parseJson } from "../../../provider/kernel/json.ts";
import type { Simulator } from "../../../simulator/index.ts";
import { type Account, accountsOf } from "./access.ts";

/** The accesses of each program after each write of an update. */
export type Course = readonly ReadonlyMap<number, Account>[];

/** Records the accesses after each write; `afterWrite` is to be called there. */
export function createCourse(simulator: Simulator) {
  const course: ReadonlyMap<number, Account>[] = [];
  return { course, afterWrite: () => void course.push(accountsOf(simulator)) };
}

/** Returns the accesses of one program during an update, through the shares that a preview can know of. */
export function accessDuring(course: Course, number: number, isRead: (shareId: string) => boolean): Account[] {
  return course.map((accounts) => new Map([...(accounts.get(number) ?? [])].filter(([, { shares }]) => [...shares].some(isRead))));
}

/** Returns the accesses that are there before and after an update and not all the time between, or not in force, whatever their properties. */
export function interruptedIn(before: Account, after: Account, during: readonly Account[]): ReadonlySet<string> {
  const [start, end, moments] = [inForce(before), inForce(after), during.map(inForce)];
  const isInterrupted = (key: string) =>
    moments.some((moment) => !moment.has(key) || (start.get(key) === true && end.get(key) === true && moment.get(key) === false));
  return new Set([...start.keys()].filter((key) => end.has(key) && isInterrupted(key)));
}

/** Whether each access is in force, by its key without properties. */
function inForce(account: Account): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [key, { pending }] of account) {
    const short = withoutProperties(key);
    found.set(short, found.get(short) === true || !pending);
  }
  return found;
}

/** The key of an access without the properties of its target and its resource. */
export function withoutProperties(key: string): string {
  const parts = parseJson(key);
  return Array.isArray(parts) ? JSON.stringify(parts.slice(0, 4)) : key;
}
