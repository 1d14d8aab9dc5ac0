/**
 * The text that Pulumi keeps with each resource and runs to find the code that manages it: constant, short, and without the code itself,
 * so that an upgrade of the package serves every resource at once. Its entry point and contract version stay for ever.
 */
export function providerCode(kind: string): string {
  // The text runs without a file name: resolving from the program's folder finds the package, and the package itself when it is that folder.
  return (
    `exports.handler=()=>{const n="pulumi-resourceshare",d=process.cwd();let p;` +
    `try{p=require("module").createRequire(d+"/package.json")(n+"/dynamic")}` +
    'catch(e){throw Object.assign(Error(`Run npm install ${n} in ${d}: ${e.message}`),{stack:""})}' +
    `return p.provider("${kind}",1)}`
  );
}
