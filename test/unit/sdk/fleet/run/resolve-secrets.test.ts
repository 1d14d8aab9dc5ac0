import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveSecrets } from "../../../../../sdk/fleet/run/resolve-secrets.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { stackOf } from "../sample.ts";

const folder = temporaryFolder(afterAll);
const [file, empty] = [join(folder, "token"), join(folder, "empty")];
writeFileSync(file, "from-file\n");
writeFileSync(empty, "\n");

// (promise P-fleet-secrets)
test("reads a fleet's secrets from variables and files, for each stack its own, and hides those of the others", () => {
  const stacks = [
    stackOf("a", { environment: { TOKEN: { env: "A_TOKEN" }, OTHER: { file } } }),
    stackOf("b", { environment: { TOKEN: { env: "B_TOKEN" } } }),
  ];
  expect(Object.fromEntries(resolveSecrets(stacks, { A_TOKEN: "1", B_TOKEN: "2" }))).toEqual({
    a: { TOKEN: "1", OTHER: "from-file", B_TOKEN: "" },
    b: { TOKEN: "2", A_TOKEN: "" },
  });
  // Also where one stack runs alone; a passphrase may be meant for all.
  const [first, second] = [stackOf("a"), stackOf("b", { environment: { PULUMI_CONFIG_PASSPHRASE: { env: "PULUMI_CONFIG_PASSPHRASE" } } })];
  expect(resolveSecrets([first], {}, [first, ...stacks, second]).get("a")).toEqual({ A_TOKEN: "", B_TOKEN: "" });
});

test("completes no stack's credentials with a variable of the fleet's own environment", () => {
  const environment = { ALIBABA_CLOUD_ACCESS_KEY_ID: { env: "ID" }, ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: "SECRET" } };
  const found = resolveSecrets([stackOf("a", { environment })], { ID: "id", SECRET: "s", ALIBABA_CLOUD_SECURITY_TOKEN: "of another" }).get(
    "a",
  );
  expect(found).toMatchObject({
    ALIBABA_CLOUD_ACCESS_KEY_ID: "id",
    ALIBABA_CLOUD_SECURITY_TOKEN: "",
    ALIBABA_CLOUD_PROFILE: "",
    RESOURCESHARE_ACCOUNTS: "",
  });
});

test("names every missing secret of a fleet with all of its stacks, before any of them runs", () => {
  const stacks = [
    stackOf("a", { environment: { A: { env: "MISSING" }, B: { file: "/no/file" }, C: { env: "EMPTY" }, D: { file: empty } } }),
    stackOf("b", { environment: { A: { env: "MISSING" } } }),
  ];
  expect(() => resolveSecrets(stacks, { EMPTY: "" })).toThrow(
    `stacks a, b: the environment variable MISSING is not set (for A); stack a: the file /no/file does not exist, or cannot be read (for B); stack a: the environment variable EMPTY is empty (for C); stack a: the file ${empty} is empty (for D)`,
  );
});
