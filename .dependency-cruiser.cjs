/** From the ground up: a layer may import itself and what stands before it. */
const layers = ["kernel", "wire", "api", "client", "lifecycle", "functions", "resources", "host", "dynamic", "plugin"];

/** @param {string[]} names */
const folders = (names) => `^provider/(${names.join("|")})/`;

/**
 * Forbids that files of one path import files of another.
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {string | string[]} to
 */
const noImport = (name, comment, from, to) => ({ name, comment, severity: "error", from: { path: from }, to: { path: to } });

const arrows = layers.map((layer, rank) =>
  noImport(`layer-${layer}`, `provider/${layer} may import only ${layers.slice(0, rank + 1).join(", ")}.`, folders([layer]), [
    "^(access|simulator|sdk|cli|test|scripts)/",
    folders(layers.slice(rank + 1)),
  ]),
);

/**
 * An outside thing has one place that knows it, so that it can be replaced there and nowhere else.
 * @param {string} name
 * @param {string} thing
 * @param {string} place
 */
const oneImporter = (name, thing, place) => ({
  name: `only-importer-${name}`,
  comment: `${name} is imported in ${place} only.`,
  severity: "error",
  from: { path: "^(provider|access|simulator|sdk|cli)/", pathNot: place },
  to: { path: thing },
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...arrows,
    noImport(
      "layer-simulator",
      "The simulator must never share the client's mistakes: it sees kernel, wire and api only.",
      "^simulator/(?!console/)",
      ["^(access|sdk|cli|test|scripts)/", "^simulator/console/", folders(layers.slice(layers.indexOf("client")))],
    ),
    noImport("layer-console", "The console shows the simulator and who has access.", "^simulator/console/", "^(sdk|cli|test|scripts)/"),
    noImport(
      "layer-access",
      "access serves programs, commands and the console, and imports none of them.",
      "^access/",
      "^(simulator|sdk|cli|test|scripts)/",
    ),
    noImport(
      "layer-sdk",
      "What programs load knows nothing of the simulator, commands, tests and scripts.",
      "^sdk/",
      "^(simulator|cli|test|scripts)/",
    ),
    noImport("layer-cli", "Commands know nothing of tests and scripts.", "^cli/", "^(test|scripts)/"),
    {
      name: "layer-unknown",
      comment: "A new folder in provider/ gets its place among the layers first.",
      severity: "error",
      from: { path: "^provider/", pathNot: folders(layers) },
      to: {},
    },
    noImport(
      "layer-bindings",
      "The two bindings know nothing of each other; what both need is in provider/host.",
      "^provider/plugin/",
      "^provider/dynamic/",
    ),
    noImport(
      "folder-client",
      "In provider/client, device imports pipeline, and pipeline imports limits, never the other way.",
      "^provider/client/(limits|pipeline)/",
      "^provider/client/device/",
    ),
    noImport(
      "folder-pipeline",
      "provider/client/credentials makes calls of its own through the pipeline, which signs with whatever it is given.",
      "^provider/client/pipeline/",
      "^provider/client/credentials/",
    ),
    noImport(
      "folder-limits",
      "provider/client/limits knows nothing of the calls that it delays.",
      "^provider/client/limits/",
      "^provider/client/pipeline/",
    ),
    noImport(
      "folder-share",
      "provider/resources/share uses the folders beside it, never the other way.",
      "^provider/resources/(association|permission|tags|invitation)/",
      "^provider/resources/share/",
    ),
    noImport(
      "folder-headroom",
      "sdk/headroom counts for several commands and fleets, and imports none of them.",
      "^sdk/headroom/",
      "^sdk/(?!headroom/)",
    ),
    noImport(
      "folder-output",
      "access/output is what every output of this package uses; it knows none of them.",
      "^access/output/",
      "^access/(?!output/)",
    ),
    {
      name: "folder-page",
      comment: "The page of the console runs in a browser: it loads Preact, and takes types only from elsewhere.",
      severity: "error",
      from: { path: "^simulator/console/page/" },
      to: {
        pathNot: ["^simulator/console/(page/|search)", "(^|/)node_modules/preact/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    oneImporter("undici", "(^|/)node_modules/undici/", "^provider/client/undici\\.ts$"),
    oneImporter("pulumi", "(^|/)node_modules/@pulumi/", "^(provider/(dynamic|plugin|host/engine)|sdk/|cli/)"),
    oneImporter("grpc", "(^|/)node_modules/(@grpc|google-protobuf)/", "^provider/plugin/"),
    oneImporter("credentials", "(^|/)node_modules/@alicloud/", "^provider/client/credentials/default-credentials\\.ts$"),
    oneImporter("network", "^(node:)?(http|https|http2|net|tls)$", "^(simulator/http|provider/host/refuses-connections|cli/).*"),
    {
      name: "no-cycle",
      comment: "Two files that need each other are one file, or three.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-development-dependency",
      comment: "What is published loads only what is installed with it.",
      severity: "error",
      // The plugin and the page of the console are bundled files, which hold what they load.
      from: { path: "^(provider|access|simulator|sdk|cli)/", pathNot: "^(provider/plugin|simulator/console/page)/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["npm", "npm-peer", "type-only"] },
    },
    {
      name: "resolvable",
      comment: "An import that leads nowhere fails at run time.",
      severity: "error",
      from: { path: "^(provider|access|simulator|sdk|cli)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    exclude: { path: "^dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
