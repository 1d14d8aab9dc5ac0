import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "resourceshare-tests-")));

/** Keeps the temporary files of a run in one folder, those of the processes that tests start too. */
export function setup(): void {
  // A server of a test may run as another user.
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
}

/** Removes the temporary files of a run. */
export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
