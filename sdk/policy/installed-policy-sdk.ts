import { createRequire } from "node:module";

// `@pulumi/policy` is an optional peer dependency, so npm does not install it by itself. The entry point imports this module first.
try {
  createRequire(__filename).resolve("@pulumi/policy");
} catch {
  const problem = "pulumi-resourceshare/policy needs the package @pulumi/policy, which is not installed: run npm install @pulumi/policy";
  // Without stack trace and cause, which the policy host prints.
  throw Object.assign(new Error(problem), { stack: problem });
}
