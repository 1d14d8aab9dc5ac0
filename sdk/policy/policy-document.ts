import type { Client } from "../../provider/client/client.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { matchesInAnyCase } from "./lists.ts";

/**
 * The actions that a policy text allows, those left out that it denies as well. `undefined` when that cannot be told: it is no policy, or it allows
 * everything but what it names.
 */
export function actionsOf(text: string): string[] | undefined {
  const document = parseJson(text);
  const statements = isRecord(document) ? listOf(document["Statement"]).filter(isRecord) : [];
  const allowing = statements.filter(({ Effect }) => Effect === "Allow");
  const lists = allowing.map(({ Action }) => listOf(Action).filter((action) => typeof action === "string"));
  if (statements.length === 0 || lists.some((list) => list.length === 0)) return undefined;
  const denied = statements
    .filter((statement) => statement["Effect"] === "Deny" && statement["Condition"] === undefined && isEverything(statement["Resource"]))
    .flatMap(({ Action }) => listOf(Action).filter((action) => typeof action === "string"));
  return [...new Set(lists.flat())].filter((action) => !matchesInAnyCase(denied, action));
}

function isEverything(resource: unknown): boolean {
  return resource === undefined || listOf(resource).includes("*");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

const known = new Map<string, Promise<string | undefined>>();
let client: Promise<Client> | undefined;

/** The text of a permission's default version as the service has it, asked for once; `undefined` when it gives none. */
export function textOf(permission: string): Promise<string | undefined> {
  const answer = known.get(permission) ?? ask(permission);
  known.set(permission, answer);
  return answer;
}

async function ask(permission: string): Promise<string | undefined> {
  try {
    const { GetPermission } = await import("../../provider/api/permissions.ts");
    client ??= connect();
    return (await (await client).call(GetPermission, { PermissionName: permission })).Permission.Permission;
  } catch {
    // Without credentials or without an answer the text is not known, and the policy says so.
    return undefined;
  }
}

/** A client with the environment's credentials, else those that the engine tells packs of the stack's configuration. */
async function connect(): Promise<Client> {
  const { createClients } = await import("../../provider/client/client-registry.ts");
  const { readConfiguration } = await import("../../provider/client/config/configuration.ts");
  const stored = parseJson(process.env["PULUMI_CONFIG"] ?? "");
  const ours = isRecord(stored) ? Object.entries(stored).filter(([key]) => key.startsWith("resourceshare:")) : [];
  return createClients(readConfiguration(Object.fromEntries(ours), process.env)).client();
}
