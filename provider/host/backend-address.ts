import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { digest } from "../kernel/ids.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { projectFile } from "./settings-file.ts";

/** The default backend of the CLI. */
const defaultBackend = "https://api.pulumi.com";

/** The parts of a backend's URL that come before its parameters. */
interface Location {
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

/** Reads a parameter from the environment that the URL does not have. */
type Fallback = (environment: NodeJS.ProcessEnv, location: Location) => string | undefined;

/**
 * The parameters of a bucket's URL that choose another store. All others choose credentials, or how the same store is called.
 * A region chooses no other store, because the names of buckets are unique.
 */
const storeParameters: Readonly<Record<string, Readonly<Record<string, Fallback>>>> = {
  "s3:": { endpoint: ({ AWS_ENDPOINT_URL_S3: own, AWS_ENDPOINT_URL: general }) => own || general, prefix: () => undefined },
  "gs:": { endpoint: ({ STORAGE_EMULATOR_HOST: host }) => host, prefix: () => undefined },
  "azblob:": {
    storage_account: ({ AZURE_STORAGE_ACCOUNT: account, ...others }) =>
      account || /(?:^|;)AccountName=([^;]*)/.exec(connectionString(others))?.[1],
    domain: ({ AZURE_STORAGE_DOMAIN: domain }) => domain,
    localemu: ({ AZURE_STORAGE_IS_LOCAL_EMULATOR: isEmulator }) => isEmulator,
    prefix: () => undefined,
  },
  // What the driver of PostgreSQL takes from parameters and from its environment variables where the address has nothing.
  "postgres:": {
    host: ({ PGHOST: server }, { host }) => (host === "" ? server : undefined),
    port: ({ PGPORT: port }, { host }) => (/:\d+$/.test(host) ? undefined : port),
    dbname: ({ PGDATABASE: database }, { path }) => (path === "" ? database : undefined),
    table: () => undefined,
  },
};

/**
 * Returns the address of the backend in one form. It comes from the environment, the project file in the folder or above it, or the CLI's
 * login, in that order. It contains no credentials.
 */
export function backendAddress(folder: string, environment: NodeJS.ProcessEnv): string {
  const { PULUMI_BACKEND_URL: url, PULUMI_CREDENTIALS_PATH: credentials, PULUMI_HOME: home } = environment;
  if (url) return normalizedBackend(url, folder, environment);
  const project = projectFile(folder);
  const named = project && backendIn(readIfThere(project) ?? "");
  if (project && named !== undefined) return normalizedBackend(named, dirname(project), environment);
  const file = parseJson(readIfThere(join(credentials || home || join(homedir(), ".pulumi"), "credentials.json")) ?? "");
  const current = isRecord(file) && typeof file["current"] === "string" ? file["current"] : "";
  return normalizedBackend(current || defaultBackend, folder, environment);
}

/** The organisation of every stack whose backend is no Pulumi service. */
export const DIY_ORGANIZATION = "organization";

/** Returns a digest of the organisation and the backend of a stack, which distinguishes stacks with the same name. */
export function originOf(organization: string, backend: string): string {
  return digest(`${organization} ${backend}`);
}

/** Normalises the URL of a backend: without credentials, with an absolute folder path, and with the parameters that choose a store. */
export function normalizedBackend(url: string, folder: string, environment: NodeJS.ProcessEnv): string {
  const path = /^file:\/\/([^?#]*)/.exec(url)?.[1];
  if (path !== undefined) return `file://${path.startsWith("~") ? join(homedir(), path.slice(1)) : resolve(folder, path)}`;
  const parsed = parsedAddress(url);
  if (parsed === undefined) return "";
  const { searchParams, ...location } = parsed;
  const parameters = Object.entries(storeParameters[location.protocol] ?? {}).flatMap(([name, fallback]) => {
    const value = searchParams.get(name) || fallback(environment, location);
    return value ? `${name}=${withoutScheme(value)}` : [];
  });
  return [`${location.protocol}//${location.host}${location.path}`, ...parameters].join(" ");
}

/** A user without a host, as of a database behind a socket, and several hosts with ports are addresses that `URL` does not parse. */
const unusualAddress = /^([a-z][a-z0-9+.-]*:)\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/;

function parsedAddress(url: string): (Location & { readonly searchParams: URLSearchParams }) | undefined {
  const { protocol, host, pathname, searchParams } = URL.canParse(url) ? new URL(url) : unusual(url);
  if (protocol === "") return undefined;
  return { protocol, host, path: pathname.replace(/(?<!\/)\/+$/, ""), searchParams };
}

function unusual(url: string): Pick<URL, "protocol" | "host" | "pathname" | "searchParams"> {
  const [, protocol = "", host = "", pathname = "", query = ""] = unusualAddress.exec(url) ?? [];
  return { protocol, host, pathname, searchParams: new URLSearchParams(query) };
}

function connectionString(environment: NodeJS.ProcessEnv): string {
  return environment["AZURE_STORAGE_CONNECTION_STRING"] || environment["AZURE_STORAGEBLOB_CONNECTIONSTRING"] || "";
}

/** Drops the scheme and the credentials of an endpoint, and slashes at its end. */
function withoutScheme(value: string): string {
  return value.replace(/^https?:\/\/(?:[^/@]*@)?/i, "").replace(/(?<!\/)\/+$/, "");
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
