/** A value of the admin interface with its entity tag. */
export interface Tagged<Value> {
  readonly path: string;
  readonly etag: string | null;
  readonly value: Value;
}

const base = "/_simulator/";

/** Reads a path of the admin interface. Returns `previous` itself when that is of the same path and the value has not changed. */
export async function readIfChanged<Value>(path: string, previous: Tagged<Value> | undefined, signal: AbortSignal): Promise<Tagged<Value>> {
  const known = previous?.path === path ? previous : undefined;
  const response = await fetch(base + path, {
    signal,
    // The browser would answer from its own cache, and its caller would parse an unchanged value again.
    cache: "no-store",
    headers: known?.etag ? { "if-none-match": known.etag } : {},
  });
  if (known && response.status === 304) return known;
  return { path, etag: response.headers.get("etag"), value: await valueOf<Value>(response) };
}

/** Reads a path of the admin interface. */
export async function read<Value>(path: string, signal?: AbortSignal): Promise<Value> {
  return valueOf<Value>(await fetch(base + path, { cache: "no-store", ...(signal && { signal }) }));
}

/** Changes something through the admin interface. */
export async function send<Value = unknown>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Value> {
  const headers = { "x-simulator": "1" };
  return valueOf<Value>(await fetch(base + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }));
}

/** Changes the world without an API call. */
export function change(name: string, ...args: unknown[]): Promise<unknown> {
  return send("POST", `changes/${name}`, args);
}

async function valueOf<Value>(response: Response): Promise<Value> {
  const value: unknown = await response.json();
  // The page and the admin interface are of one package, so that the response has the type that the caller names.
  if (response.ok) return value as Value;
  const reason = typeof value === "object" && value !== null && "error" in value ? String(value.error) : response.statusText;
  throw new Error(reason);
}
