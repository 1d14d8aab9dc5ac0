import { type Failure, InputError } from "../kernel/errors.ts";

/** An ownership claim: one part of an object that a resource of the program owns. */
export interface Claim {
  /** The object that the part belongs to, such as a share's id. */
  readonly within: string;
  /** The argument that names the part. */
  readonly property: string;
  /** The part's name; absent when all parts of the object are claimed. */
  readonly thing?: string | undefined;
  /** Whether the claim is compatible with another resource's claim to all parts. */
  readonly isBeside?: boolean | undefined;
}

interface Owner {
  readonly urn: string;
  readonly isBeside: boolean;
}

/** The ownership claims of one run of a program: each part has one owner, identified by its URN. */
export class Claims {
  readonly #owners = new Map<string, Map<string, Owner>>();
  readonly #claimed = new Map<string, readonly Claim[]>();
  readonly #current = new Map<string, string>();

  /** Replaces the claims of `urn`. Throws an InputError that names every conflicting claim and its owner. */
  claim(urn: string, claims: readonly Claim[]): void {
    const taken = claims.flatMap((claim) => this.#failureOf(urn, claim) ?? []);
    // A part may be claimed by the share's id and by its URN; one failure for both is enough.
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

  /**
   * Records that an object is the current one of a resource, because this run has resumed its creation, updates it, or has found nothing to change.
   * `undefined` clears the record: the engine may replace the object.
   */
  recordCurrent(urn: string, id: string | undefined): void {
    if (id === undefined) this.#current.delete(urn);
    else this.#current.set(urn, id);
  }

  /** Returns whether an object is the current one of a resource in this run. */
  isCurrent(urn: string, id: string): boolean {
    return this.#current.get(urn) === id;
  }

  /** Returns whether a resource other than `urn` claims the part. */
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
    const others = thing === everything ? [...(owners?.values() ?? [])].filter((other) => !other.isBeside) : [];
    const conflicting = others.map(another).find((other) => other !== undefined);
    return conflicting === undefined ? undefined : notBeside(within, urn, conflicting);
  }
}

interface Taken extends Failure {
  readonly thing: string;
}

const everything = "*";

function notBeside(within: string, owner: string, conflicting: string): string {
  return (
    `${shortName(owner)} owns everything in ${shortName(within)} (exclusive) and would remove what ${shortName(conflicting)} adds; ` +
    "list it there or drop `exclusive`"
  );
}

function shortName(urn: string): string {
  return urn.includes("::") ? urn.split("::").slice(2).join("::") : urn;
}
