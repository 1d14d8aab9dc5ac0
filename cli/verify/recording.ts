import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import type { Exchange, Run } from "./run.ts";
import type { Result } from "./verify.ts";

/** What a run has found, as `--output` writes it. */
export interface Recording {
  readonly version: 1;
  readonly region: string;
  readonly assumptions: readonly Pick<Result, "id" | "result" | "seen">[];
  readonly measured: Run["measured"];
  readonly exchanges: readonly Exchange[];
}

/** The fields whose texts are words of the service: states, types, times, codes and regions. */
const serviceFields = new Set([
  ...["ResourceShareStatus", "AssociationStatus", "AssociationType", "EntityType", "ResourceType", "ResourceStatus", "Status"],
  ...["FailureReason", "OperationType", "AssociateType", "ResourceOwner", "PermissionVersion", "Code", "RegionId", "RegionEndpoint"],
  ...["CreateTime", "UpdateTime", "MaxResults", "Replace", "AllowExternalTargets"],
]);
const servicePermission = /^AliyunRS(?:Default)?Permission[A-Za-z]*$/;

/** The recording of a run. All texts that are not known as the service's own words are replaced, equal ones by equal ones. */
export function recordingOf({ region, measured, exchanges }: Run, results: readonly Result[]): Recording {
  const texts = new Replacements();
  return {
    version: 1,
    region,
    assumptions: results.map(({ id, result, seen }) => ({
      id,
      result,
      // After a colon, a reason quotes an error.
      seen: result === "not tried" ? seen.replace(/:.*/s, "") : seen,
    })),
    measured,
    exchanges: exchanges.map(({ parameters, body, ...rest }) => ({
      ...rest,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, texts.inField(fieldOf(name), text)])),
      body: texts.inValue("", body),
    })),
  };
}

/** A recording as JSON, with a line for each assumption and each exchange. */
export function textOfRecording({ assumptions, exchanges, ...rest }: Recording): string {
  const linesOf = (items: readonly object[]) => `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
  const fields = [
    ...Object.entries(rest).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    `"assumptions": ${linesOf(assumptions)}`,
    `"exchanges": ${linesOf(exchanges)}`,
  ];
  return `{\n  ${fields.join(",\n  ")}\n}\n`;
}

/** The name of the field that a parameter such as `Tag.1.Key` sets. */
function fieldOf(parameter: string): string {
  return parameter.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
}

class Replacements {
  readonly #known = new Map<string, string>();

  inValue(field: string, value: unknown): unknown {
    if (typeof value === "string") return this.inField(field, value);
    if (typeof value === "number" && value > 1e9) return Number(this.#replace(String(value)).replaceAll(/\D/g, ""));
    if (Array.isArray(value)) return value.map((item) => this.inValue(field, item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.#key(name), this.inValue(name, inner)]));
  }

  /** Fields of the service begin with a capital and have no digit; another key may be a name or an id. */
  #key(name: string): string {
    return /^[A-Z][A-Za-z]*$/.test(name) ? name : this.#replace(name);
  }

  inField(field: string, text: string): string {
    const isPermission = /^PermissionNames?$/.test(field) && servicePermission.test(text);
    return text === "" || isPermission || serviceFields.has(field) ? text : this.#replace(text);
  }

  #replace(text: string): string {
    // Of an ARN, the service, the region and the type stay.
    const [, start, account, type, id] = /^(acs:[\w-]*:[\w-]*:)(\d+)(:[\w-]+\/)(.+)$/.exec(text) ?? [];
    if (start !== undefined && account !== undefined && type !== undefined && id !== undefined)
      return start + this.#replace(account) + type + this.#replace(id);
    return getOrCreate(this.#known, text, () => this.#next(text));
  }

  #next(text: string): string {
    const number = this.#known.size + 1;
    if (/^\d{16}$/.test(text)) return String(1_000_000_000_000_000 + number);
    // Only the prefixes of ids stay: a name may begin with that of a team.
    const [prefix] = /^(?:fd|i|m|pl|r|rd|rg|rs|vsw)-/.exec(text) ?? ["text-"];
    return `${prefix}${String(number).padStart(4, "0")}`;
  }
}
