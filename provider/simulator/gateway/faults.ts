/** What can go wrong with a call on purpose. */
export type Fault =
  /** The connection breaks before the call is executed. */
  | { readonly kind: "dropped" }
  /** The call is executed and its answer never arrives. */
  | { readonly kind: "lost" }
  /** The call is answered with an error; it is executed all the same when `executed` says so. */
  | {
      readonly kind: "error";
      readonly status: number;
      readonly code: string;
      readonly message?: string | undefined;
      readonly executed?: boolean | undefined;
    }
  | { readonly kind: "throttled"; readonly retryAfterMs?: number | undefined; readonly code?: string | undefined }
  /** Something that is no JSON comes back, under 200; the call is executed. */
  | { readonly kind: "garbage" }
  /** Nothing ever comes back, and the connection stays open. */
  | { readonly kind: "hang"; readonly executed?: boolean | undefined }
  /** Half of the answer comes back; the call is executed. */
  | { readonly kind: "truncated" }
  /** The answer comes as a page of HTML, as from a proxy; the call is not executed. */
  | { readonly kind: "contentType" }
  | { readonly kind: "expiredToken" }
  /** The answer comes late. */
  | { readonly kind: "latency"; readonly ms: number };

/** Which calls a fault is for. */
export interface FaultRule {
  readonly operation?: string | undefined;
  /** Id of the calling account. */
  readonly account?: string | undefined;
  /** Only the n-th call that fits, counted from 1; from then on as often as `times` says. */
  readonly nth?: number | undefined;
  /** How many calls it hits: 1 when absent. */
  readonly times?: number | undefined;
  readonly fault: Fault;
}

interface ScriptedFault {
  readonly id: number;
  readonly rule: FaultRule;
  seen: number;
  hit: number;
}

/** The script of what goes wrong. */
export class Faults {
  #rules: ScriptedFault[] = [];
  #count = 0;

  /** Adds a fault and gives its number. */
  add(rule: FaultRule): number {
    this.#count += 1;
    this.#rules.push({ id: this.#count, rule, seen: 0, hit: 0 });
    return this.#count;
  }

  /** Takes back one fault, or all of them. */
  clear(id?: number): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((scripted) => scripted.id !== id);
  }

  /** What is scripted, and how often it has hit. */
  list(): readonly (FaultRule & { readonly id: number; readonly hit: number })[] {
    return this.#rules.map(({ id, rule, hit }) => ({ ...rule, id, hit }));
  }

  /** The fault for this call, if there is one. Every rule that fits counts the call; the first that is due hits it. */
  take(operation: string, account: string): Fault | undefined {
    let due: Fault | undefined;
    for (const scripted of this.#rules) {
      const { rule } = scripted;
      if (rule.operation !== undefined && rule.operation !== operation) continue;
      if (rule.account !== undefined && rule.account !== account) continue;
      scripted.seen += 1;
      if (due !== undefined || scripted.seen < (rule.nth ?? 1) || scripted.hit >= (rule.times ?? 1)) continue;
      scripted.hit += 1;
      due = rule.fault;
    }
    this.#rules = this.#rules.filter(({ rule, hit }) => hit < (rule.times ?? 1));
    return due;
  }
}
