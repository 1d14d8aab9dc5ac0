import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { digest } from "../provider/kernel/ids.ts";
import { isRecord, parseJson } from "../provider/kernel/json.ts";

/** The default backend of the CLI. */
const defaultBackend = "https://api.pulumi.com";
const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

const known = new Map<string, string>();

/**
 * Returns a digest of organisation and backend of the running stack, which distinguishes stacks with the same name. The backend comes from
 * the environment, the project file or the CLI's login, in that order. Its URL may contain a credential, so only the digest leaves this
 * module.
 */
export function stateOrigin(environment: NodeJS.ProcessEnv = process.env): string {
  const organization = orElse(() => pulumi.getOrganization(), "");
  const root = orElse(() => pulumi.getRootDirectory(), "") || process.cwd();
  const { PULUMI_BACKEND_URL: url = "", PULUMI_CREDENTIALS_PATH: credentials = "", PULUMI_HOME: home = "" } = environment;
  const key = JSON.stringify([organization, root, url, credentials, home]);
  const origin = known.get(key) ?? digest(`${organization} ${backendOf(root, url, credentials || home || join(homedir(), ".pulumi"))}`);
  known.set(key, origin);
  return origin;
}

function backendOf(root: string, url: string, login: string): string {
  if (url !== "") return normalizedBackend(url, root);
  const project = projectOf(root);
  const named = project && backendIn(project.text);
  if (project && named !== undefined) return normalizedBackend(named, project.folder);
  const file = parseJson(textOf(join(login, "credentials.json")) ?? "");
  const current = isRecord(file) && typeof file["current"] === "string" ? file["current"] : "";
  return normalizedBackend(current || defaultBackend, root);
}

/** Normalises the URL of a backend: without credentials and query, and with an absolute folder path. */
export function normalizedBackend(url: string, folder: string): string {
  const path = /^file:\/\/([^?#]*)/.exec(url)?.[1];
  if (path !== undefined) return `file://${path.startsWith("~") ? join(homedir(), path.slice(1)) : resolve(folder, path)}`;
  return orElse(() => {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
  }, "");
}

/** The `backend.url` of a project file's text. */
export function backendIn(text: string): string | undefined {
  const json = text.trimStart().startsWith("{") ? parseJson(text) : undefined;
  if (isRecord(json)) return isRecord(json["backend"]) && typeof json["backend"]["url"] === "string" ? json["backend"]["url"] : undefined;
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^backend\s*:/.test(line));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^[^\s#]/.test(line));
  const block = lines.slice(start, length < 0 ? undefined : start + 1 + length);
  return block.flatMap((line) => /(?:^\s+|[{,]\s*)url\s*:\s*["']?([^"'\s,}#]+)/.exec(line)?.[1] ?? [])[0];
}

function projectOf(folder: string): { readonly folder: string; readonly text: string } | undefined {
  for (const name of projectFiles) {
    const text = textOf(join(folder, name));
    if (text !== undefined) return { folder, text };
  }
  return dirname(folder) === folder ? undefined : projectOf(dirname(folder));
}

function textOf(path: string): string | undefined {
  return orElse(() => readFileSync(path, "utf8"), undefined);
}

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
