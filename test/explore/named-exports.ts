// Lets Node import the names of Pulumi's protocol modules, as the bundler and the test runner do: Node itself finds no names in them.
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const marker = "?named";
const require = createRequire(import.meta.url);

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    const isProtocol = /node_modules\/(google-protobuf|@pulumi\/pulumi\/proto)\//.test(resolved.url);
    return isProtocol && context.conditions.includes("import") ? { ...resolved, url: resolved.url + marker, format: "module" } : resolved;
  },
  load: (url, context, nextLoad) => {
    if (!url.endsWith(marker)) return nextLoad(url, context);
    const path = fileURLToPath(url.slice(0, -marker.length));
    const names = Object.keys(require(path) as object);
    const source = `import { createRequire } from "node:module";
const loaded = createRequire(import.meta.url)(${JSON.stringify(path)});
export const { ${names.join(", ")} } = loaded;`;
    return { format: "module", source, shortCircuit: true };
  },
});
