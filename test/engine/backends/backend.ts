import { startPostgres } from "./postgres.ts";
import { startS3 } from "./s3.ts";
import type { StateStore } from "./state-store.ts";

export const backendNames = ["file", "postgres", "s3"] as const;
type BackendName = (typeof backendNames)[number];

/** A server that keeps states, or the file system. */
export interface Backend extends AsyncDisposable {
  /** Returns a new and empty store; without it, each project has files of its own. */
  readonly newStore?: () => StateStore;
}

/** Starts the server of a backend, for this process. */
export async function openBackend(name: BackendName): Promise<Backend> {
  switch (name) {
    case "file":
      return { [Symbol.asyncDispose]: () => Promise.resolve() };
    case "postgres":
      return startPostgres();
    case "s3":
      return startS3();
  }
}
