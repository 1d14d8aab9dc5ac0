import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates a folder, and removes it after the tests.
 *
 * @param onEnd `afterAll` outside of a test, `onTestFinished` in one or in `beforeEach`
 */
export function temporaryFolder(onEnd: (remove: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "resourceshare-")));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
