import { createRequire } from "node:module";

// `@pulumi/policy` is an optional peer dependency, so npm does not install it by itself. The entry point imports this module first.
try {
  createRequire(__filename).resolve("@pulumi/policy");
} catch (error) {
  const problem = "pulumi-resourceshare/policy needs the package @pulumi/policy, which is not installed: run npm install @pulumi/policy";
  throw Object.assign(new Error(problem, { cause: error }), { stack: problem });
}
