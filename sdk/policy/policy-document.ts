import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import type { Client } from "../../provider/client/client.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { matchesInAnyCase } from "./lists.ts";

/**
 * The actions that a policy document allows and does not deny.
 *
 * @returns `undefined` when the actions are not known: the text is no policy document, or a statement has another form than
 * `Effect` and `Action`, as with `NotAction`.
 */
export function actionsOf(text: string): string[] | undefined {
  const document = parseJson(text);
  const statements = isRecord(document) ? listOf(document["Statement"]) : [];
  if (statements.length === 0 || !statements.every(isReadable)) return undefined;
  const denied = statements.filter((statement) => statement["Effect"] === "Deny" && isUnconditional(statement));
  const [allowedActions, deniedActions] = [statements.filter(({ Effect }) => Effect === "Allow"), denied].map((list) =>
    list.flatMap(({ Action }) => listOf(Action).filter((action) => typeof action === "string")),
  );
  return [...new Set(allowedActions)].filter((action) => !matchesInAnyCase(deniedActions ?? [], action));
}

/** Whether a statement denies, or allows actions that it lists. What it denies otherwise only leaves more allowed. */
function isReadable(statement: unknown): statement is Readonly<Record<string, unknown>> {
  if (!isRecord(statement)) return false;
  const { Effect, Action, NotAction } = statement;
  const actions = listOf(Action);
  return (
    Effect === "Deny" ||
    (Effect === "Allow" && NotAction === undefined && actions.length > 0 && actions.every((action) => typeof action === "string"))
  );
}

/** Whether a statement applies to every resource, caller and time. */
function isUnconditional(statement: Readonly<Record<string, unknown>>): boolean {
  const isNarrower = ["Condition", "NotResource", "Principal", "NotPrincipal"].some((name) => statement[name] !== undefined);
  const { Resource } = statement;
  return !isNarrower && (Resource === undefined || listOf(Resource).includes("*"));
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const known = new Map<string, Promise<string | undefined>>();
let client: Promise<Client> | undefined;

/** Reads the policy document of a permission's default version from the service, once; `undefined` when the service returns none. */
export function policyText(permission: string): Promise<string | undefined> {
  return getOrCreate(known, permission, () => read(permission));
}

async function read(permission: string): Promise<string | undefined> {
  try {
    const { GetPermission } = await import("../../provider/api/permissions.ts");
    client ??= connect();
    return (await (await client).call(GetPermission, { PermissionName: permission })).Permission.Permission;
  } catch {
    // Without credentials or a response, the document is unknown, which the policy reports.
    return undefined;
  }
}

/** Creates a client. Credentials of the environment take precedence over the stack configuration, which the engine passes to packs. */
async function connect(): Promise<Client> {
  const { createClients } = await import("../../provider/client/client-registry.ts");
  const { readConfiguration } = await import("../../provider/client/config/configuration.ts");
  const stored = parseJson(process.env["PULUMI_CONFIG"] ?? "");
  const ours = isRecord(stored) ? Object.entries(stored).filter(([key]) => key.startsWith("resourceshare:")) : [];
  return createClients(readConfiguration(Object.fromEntries(ours), process.env)).client();
}
