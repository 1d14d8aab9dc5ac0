/** The address of the admin interface. */
export const base = "/_simulator/";

/** A request to the admin interface that changes something. */
export interface Change {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/** A change with a value that is sent as JSON. */
export function post(path: string, value: unknown): Change {
  return { method: "POST", path, body: JSON.stringify(value) };
}

/** A change of the world without an API call. */
export function outOfBand(name: string, ...args: readonly unknown[]): Change {
  return post(`changes/${name}`, args);
}

/**
 * Sends a change.
 * @throws Error with the reason of a refusal
 */
export async function send({ method, path, body }: Change): Promise<void> {
  const response = await fetch(base + path, { method, headers: { "x-simulator": "1" }, ...(body !== undefined && { body }) });
  if (response.ok) return;
  const value: unknown = await response.json();
  throw new Error(typeof value === "object" && value !== null && "error" in value ? String(value.error) : response.statusText);
}
