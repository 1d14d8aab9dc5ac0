/**
 * Returns the provider code of a resource kind, which Pulumi stores in the state of each resource and runs. It is a constant loader of the
 * installed package, so an upgrade of the package applies to every resource at once. The entry point and the contract version must
 * never change.
 */
export function providerCode(kind: string): string {
  // The code runs without a file name, so it resolves from the program's folder. That also works when this package is that folder.
  return (
    `exports.handler=()=>{const n="pulumi-resourceshare",d=process.cwd();let p;` +
    `try{p=require("module").createRequire(d+"/package.json")(n+"/dynamic")}` +
    'catch(e){throw Object.assign(Error(`Install the file of ${n} (a .tgz) in ${d}: ${e.message}`),{stack:""})}' +
    `return p.provider("${kind}",1)}`
  );
}

/** The code that a version of this package writes or has written for a resource kind: 0.1.0 named the package in place of its file. */
export function knownProviderCodes(kind: string): readonly string[] {
  const code = providerCode(kind);
  return [code, code.replace("Install the file of ${n} (a .tgz) in", "Run npm install ${n} in")];
}
