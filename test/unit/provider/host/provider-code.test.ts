import { expect, test } from "vitest";
import { providerCode } from "../../../../provider/host/provider-code.ts";

// (promise P-state)
test("runs the code in states of earlier versions, because that code never changes", () => {
  expect(providerCode("ResourceShare")).toMatchInlineSnapshot(
    `"exports.handler=()=>{const n="pulumi-resourceshare",d=process.cwd();let p;try{p=require("module").createRequire(d+"/package.json")(n+"/dynamic")}catch(e){throw Object.assign(Error(\`Install the file of \${n} (a .tgz) in \${d}: \${e.message}\`),{stack:""})}return p.provider("ResourceShare",1)}"`,
  );
});
