import { operations } from "../../sdk/fleet/run/results.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { type Option, UsageError } from "../command.ts";

const actions = [...operations, "status", "report"] as const;
/** What `fleet` does. */
export type Action = (typeof actions)[number];

const onStacks: readonly Action[] = [...operations, "status"];

/** The actions that take each option. */
const takenBy = {
  file: onStacks,
  only: onStacks,
  retry: operations,
  shard: onStacks,
  format: actions,
  "run-url": [...operations, "report"],
  // A refresh takes what is external from the states.
  directory: ["preview", "up", "destroy"],
  "fail-on": [...operations, "report"],
  quota: ["preview", "status"],
} satisfies Readonly<Record<string, readonly Action[]>>;
export type OptionName = keyof typeof takenBy;

const lists = new Intl.ListFormat("en-GB");

/** Returns an option whose help ends with the actions that take it, as `for preview and status` or `for all but report`. */
export function withActions<Own extends Option>(name: OptionName, option: Own): Own {
  const takers: readonly Action[] = takenBy[name];
  const others = actions.filter((action) => !takers.includes(action));
  const text = others.length === 1 ? `all but ${others.join("")}` : lists.format(takers);
  return { ...option, help: `${option.help}; for ${text}` };
}

/** What other tools call the actions. */
const otherWords: Readonly<Record<string, Action>> = {
  update: "up",
  apply: "up",
  plan: "preview",
  diff: "preview",
  down: "destroy",
  delete: "destroy",
};

/**
 * Finds the action that a word names.
 *
 * @throws UsageError when there is none.
 */
export function actionNamed(word: string | undefined): Action {
  const action = actions.find((name) => name === word);
  if (action !== undefined) return action;
  const names = actions.join(", ");
  if (word === undefined) throw new UsageError(`give what to do: ${names}`);
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined;
  throw new UsageError(`fleet ${word} is not known: ${names}${didYouMean(other ?? word, actions)}`);
}

/**
 * Throws a UsageError for an option that an action does not take: the option would have no effect.
 *
 * @param given The values of the options.
 * @param what The action in words.
 */
export function assertTaken(action: Action, given: Readonly<Record<string, unknown>>, what = `fleet ${action}`): void {
  for (const [option, takers] of Object.entries<readonly Action[]>(takenBy)) {
    if (given[option] === undefined || takers.includes(action)) continue;
    throw new UsageError(`${what} takes no --${option}: it is an option of ${lists.format(takers)}`);
  }
}
