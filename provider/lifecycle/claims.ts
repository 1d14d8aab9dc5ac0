import { type Failure, InputError } from "../kernel/errors.ts";
import { shortName } from "../kernel/type-tokens.ts";

/** An ownership claim: one part of an object that a resource of the program owns. */
export interface Claim {
  /** The object that the part belongs to, such as a share's id. */
  readonly objectId: string;
  /** The argument that names the part. */
  readonly property: string;
  /** The part's name; absent when all parts of the object are claimed. */
  readonly part?: string | undefined;
  /** Another part of the same resource that this part follows from. When another resource claims both, only the conflict about that part is reported. */
  readonly followsFrom?: string | undefined;
  /** Whether the claim is compatible with another resource's claim to all parts. */
  readonly allowsExclusiveOwner?: boolean | undefined;
}

interface Owner {
  readonly urn: string;
  readonly allowsExclusiveOwner: boolean;
}

/** The ownership claims of one run of a program: what its resources list. Each part has one owner, identified by its URN. */
export class Claims {
  readonly #owners = new Map<string, Map<string, Owner>>();
  readonly #claimed = new Map<string, readonly Claim[]>();
  /** The URN of the first resource with each name. */
  readonly #named = new Map<string, string>();

  /** Replaces the claims of `urn`. Throws an InputError that names every conflicting claim and its owner. */
  claim(urn: string, claims: readonly Claim[]): void {
    const taken = claims.flatMap((claim) => this.#failureOf(urn, claim) ?? []);
    // A part may be claimed by the share's id and by its URN; one failure for both is enough.
    const failures = [...new Map(taken.map((failure) => [`${failure.property} ${failure.part}`, failure])).values()];
    if (failures.length > 0) throw new InputError(failures.map(({ property, reason }) => ({ property, reason })));
    for (const { objectId, part } of this.#claimed.get(urn) ?? []) this.#owners.get(objectId)?.delete(part ?? everything);
    for (const { objectId, part, allowsExclusiveOwner = false } of claims) {
      const owners = this.#owners.get(objectId) ?? new Map<string, Owner>();
      owners.set(part ?? everything, { urn, allowsExclusiveOwner });
      this.#owners.set(objectId, owners);
    }
    this.#claimed.set(urn, claims);
  }

  /** Returns the URN of the resource that claims a part. */
  ownerOf(objectId: string, part: string): string | undefined {
    return this.#owners.get(objectId)?.get(part)?.urn;
  }

  /** Returns the parts of an object that resources other than `urn` claim. */
  partsOfOthers(urn: string, objectId: string): string[] {
    return [...(this.#owners.get(objectId)?.keys() ?? [])].filter((part) => this.ownedByAnother(urn, objectId, part));
  }

  /** Returns whether a resource other than `urn` claims the part. */
  ownedByAnother(urn: string, objectId: string, part: string): boolean {
    const owner = this.ownerOf(objectId, part);
    return owner !== undefined && owner !== urn;
  }

  /** Returns the resource that had a name before `urn`. Names are no claims: the service permits equal ones. */
  namesakeOf(urn: string, name: string): string | undefined {
    const first = this.#named.get(name) ?? urn;
    this.#named.set(name, first);
    return first === urn ? undefined : first;
  }

  #failureOf(urn: string, { objectId, property, part = everything, followsFrom, allowsExclusiveOwner }: Claim): Taken | undefined {
    if (followsFrom !== undefined && this.ownedByAnother(urn, objectId, followsFrom)) return undefined;
    const reason = this.#whyTaken(urn, { objectId, property, part, allowsExclusiveOwner });
    return reason === undefined ? undefined : { property, reason, part };
  }

  #whyTaken(urn: string, { objectId, property, part = everything, allowsExclusiveOwner = false }: Claim): string | undefined {
    const owners = this.#owners.get(objectId);
    const another = (owner: Owner | undefined) => (owner?.urn === urn ? undefined : owner?.urn);
    const taken = part === everything ? undefined : another(owners?.get(part));
    if (taken !== undefined) {
      const object = shortName(objectId);
      const [what, advice] =
        property === "adopt" ? [object, "adopt it in one of them"] : [`${part} of ${object}`, "list it in one of them"];
      return `${what} is claimed by ${shortName(taken)} and by ${shortName(urn)}; ${advice}`;
    }
    const owner = allowsExclusiveOwner ? undefined : another(owners?.get(everything));
    if (owner !== undefined) return exclusiveConflict(objectId, owner, urn);
    const others = part === everything ? [...(owners?.values() ?? [])].filter((other) => !other.allowsExclusiveOwner) : [];
    const conflicting = others.map(another).find((other) => other !== undefined);
    return conflicting === undefined ? undefined : exclusiveConflict(objectId, urn, conflicting);
  }
}

interface Taken extends Failure {
  readonly part: string;
}

const everything = "*";

function exclusiveConflict(objectId: string, owner: string, conflicting: string): string {
  return (
    `${shortName(owner)} owns everything in ${shortName(objectId)} (exclusive) and would remove what ${shortName(conflicting)} adds; ` +
    "list it there or drop `exclusive`"
  );
}
