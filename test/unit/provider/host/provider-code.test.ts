import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providerCode } from "../../../../provider/host/provider-code.ts";
import { resources } from "../../../../provider/resources/index.ts";

test.each(resources.map(({ token }) => token))("writes at most 300 bytes of code into the state of a %s", (token) => {
  expect(Buffer.byteLength(providerCode(token))).toBeLessThanOrEqual(300);
});

// (promise P-state)
test("runs states of earlier versions, because the code in the state never changes", () => {
  expect(providerCode("ResourceShare")).toMatchInlineSnapshot(
    `"exports.handler=()=>{const n="pulumi-resourceshare",d=process.cwd();let p;try{p=require("module").createRequire(d+"/package.json")(n+"/dynamic")}catch(e){throw Object.assign(Error(\`Install the file of \${n} (a .tgz) in \${d}: \${e.message}\`),{stack:""})}return p.provider("ResourceShare",1)}"`,
  );
});

test("names what to install, and where, when the package is missing", () => {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-nowhere-"));
  const exports: { handler?: () => unknown } = {};
  const here = { cwd: () => folder };
  new Function("exports", "require", "process", providerCode("ResourceShare"))(exports, createRequire(__filename), here);
  expect(() => exports.handler?.()).toThrow(`Install the file of pulumi-resourceshare (a .tgz) in ${folder}: Cannot find module`);
  rmSync(folder, { recursive: true });
});
