import { publishedQuotas } from "../../provider/api/quotas.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";

/** The quotas of an account that the service checks when a share is created or changed. */
export const quotaNames = ["shares", "sharedResources", "pendingInvitations"] as const;
export type QuotaName = (typeof quotaNames)[number];

/** The quotas of an account; one that is not known is absent. */
export type Quotas = Readonly<Partial<Record<QuotaName, number>>>;

/** The noun that messages use for one counted item. */
export const quotaTexts: Readonly<Record<QuotaName, string>> = {
  shares: "share",
  sharedResources: "shared resource",
  pendingInvitations: "open invitation",
};

/**
 * Parses `NAME=NUMBER` texts; a quota without one keeps the published value.
 *
 * @example
 * readQuotas(["shares=2000"]) // { shares: 2000, sharedResources: 1000 }
 * @throws InputError when a text is no name with a number, or a quota is given twice
 */
export function readQuotas(texts: readonly string[]): Quotas {
  const given = texts.map(readQuota);
  const twice = given.find(([name], index) => given.findIndex(([other]) => other === name) < index);
  if (twice !== undefined) throw InputError.of("quota", `${twice[0]} is given twice`);
  return Object.fromEntries([...Object.entries(publishedQuotas), ...given]);
}

function readQuota(text: string): readonly [QuotaName, number] {
  const [, written = "", number = ""] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const name = quotaNames.find((known) => known === written);
  if (name === undefined)
    throw InputError.of("quota", `${text} must be NAME=NUMBER, with one of ${quotaNames.join(", ")}${didYouMean(written, quotaNames)}`);
  if (!/^\d+$/.test(number)) throw InputError.of("quota", `${text} must be ${name}=NUMBER, with a whole number`);
  return [name, Number(number)];
}

/** The sum of numbers. */
export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
