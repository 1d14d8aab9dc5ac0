import { type Failure, InputError } from "../kernel/errors.ts";

/** One thing that a resource says it owns. */
export interface Claim {
  /** What the thing is part of, as a share's id. */
  readonly within: string;
  /** The argument that names it. */
  readonly property: string;
  /** Its name; absent when everything within is claimed. */
  readonly thing?: string | undefined;
  /** Whether it may stand beside somebody who claims everything within. */
  readonly isBeside?: boolean | undefined;
}

interface Owner {
  readonly urn: string;
  readonly isBeside: boolean;
}

/** Who owns what in one run of a program: each thing has one owner, by the resource's stable name. */
export class Claims {
  readonly #owners = new Map<string, Map<string, Owner>>();
  readonly #claimed = new Map<string, readonly Claim[]>();
  readonly #resumed = new Set<string>();

  /** Replaces what `urn` claims. Throws an InputError that names all that others claim, and them, when they do. */
  claim(urn: string, claims: readonly Claim[]): void {
    const taken = claims.flatMap((claim) => this.#failureOf(urn, claim) ?? []);
    // A thing may be claimed within a share's id and within its name; one of the two says enough.
    const failures = [...new Map(taken.map((failure) => [`${failure.property} ${failure.thing}`, failure])).values()];
    if (failures.length > 0) throw new InputError(failures.map(({ property, reason }) => ({ property, reason })));
    for (const { within, thing } of this.#claimed.get(urn) ?? []) this.#owners.get(within)?.delete(thing ?? everything);
    for (const { within, thing, isBeside = false } of claims) {
      const owners = this.#owners.get(within) ?? new Map<string, Owner>();
      owners.set(thing ?? everything, { urn, isBeside });
      this.#owners.set(within, owners);
    }
    this.#claimed.set(urn, claims);
  }

  /** A creation of this run goes on with an object that an earlier one has left behind. */
  recordResumed(id: string): void {
    this.#resumed.add(id);
  }

  /** Whether a creation of this run goes on with the object. */
  wasResumed(id: string): boolean {
    return this.#resumed.has(id);
  }

  /** Whether a resource other than `urn` claims it. */
  ownedByAnother(urn: string, within: string, thing: string): boolean {
    const owner = this.#owners.get(within)?.get(thing);
    return owner !== undefined && owner.urn !== urn;
  }

  #failureOf(urn: string, { within, property, thing = everything, isBeside }: Claim): Taken | undefined {
    const reason = this.#whyTaken(urn, within, thing, isBeside ?? false);
    return reason === undefined ? undefined : { property, reason, thing };
  }

  #whyTaken(urn: string, within: string, thing: string, isBeside: boolean): string | undefined {
    const owners = this.#owners.get(within);
    const another = (owner: Owner | undefined) => (owner?.urn === urn ? undefined : owner?.urn);
    const taken = thing === everything ? undefined : another(owners?.get(thing));
    if (taken !== undefined) {
      return `${thing} of ${shortName(within)} is claimed by ${shortName(taken)} and by ${shortName(urn)}; list it in one of them`;
    }
    const owner = isBeside ? undefined : another(owners?.get(everything));
    if (owner !== undefined) return notBeside(within, owner, urn);
    const guests = thing === everything ? [...(owners?.values() ?? [])].filter((other) => !other.isBeside) : [];
    const guest = guests.map(another).find((other) => other !== undefined);
    return guest === undefined ? undefined : notBeside(within, urn, guest);
  }
}

interface Taken extends Failure {
  readonly thing: string;
}

const everything = "*";

function notBeside(within: string, owner: string, guest: string): string {
  return (
    `${shortName(owner)} owns everything in ${shortName(within)} (exclusive) and would remove what ${shortName(guest)} adds; ` +
    "list it there or drop `exclusive`"
  );
}

function shortName(urn: string): string {
  return urn.includes("::") ? urn.split("::").slice(2).join("::") : urn;
}
