import { describe, expect, test } from "vitest";
import { InputError } from "../../../../provider/kernel/errors.ts";
import type { Fleet } from "../../../../sdk/fleet/fleet.ts";
import { type ManifestOptions, stackManifests } from "../../../../sdk/fleet/stack-manifests.ts";
import { schemaProblems, stackType } from "./operator-fields.ts";
import { stackOf } from "./sample.ts";

const fleet: Fleet = {
  name: "network",
  backend: "s3://states",
  secretsProvider: undefined,
  concurrency: { total: 4, perAccountAndRegion: 2 },
  policyPacks: [],
  stacks: [
    stackOf("Share_edge", {
      program: { kind: "folder", folder: "/fleet/owner" },
      config: { "resourceshare:region": "cn-hangzhou", "owner:targets": ["2000000000000001"] },
      environment: { ALIBABA_CLOUD_ACCESS_KEY_ID: { env: "OWNER_KEY_ID" } },
    }),
    stackOf("accept-edge", { program: { kind: "folder", folder: "/fleet" }, dependsOn: ["Share_edge"] }),
    stackOf("report", { program: { kind: "folder", folder: "/fleet/report" }, wave: 2 }),
  ],
};
const options: ManifestOptions = {
  namespace: "sharing",
  serviceAccountName: "fleet",
  image: "registry.example/fleet:1",
  secretName: "fleet-keys",
  root: "/fleet",
  source: { imageFolder: "/programs/" },
};
const git: ManifestOptions = { ...options, source: { repository: "https://git.example/network.git", branch: "main" } };

function failuresOf(changes: Partial<Fleet>, changedOptions: Partial<ManifestOptions> = {}): string[] {
  try {
    stackManifests({ ...fleet, ...changes }, { ...options, ...changedOptions });
  } catch (error) {
    if (error instanceof InputError) return error.failures.map(({ property, reason }) => `${property}: ${reason}`);
    throw error;
  }
  return [];
}

describe("the manifests of a fleet", () => {
  test("run each stack from the image, with its configuration and a reference to each secret", () => {
    expect(stackManifests(fleet, options)[0]).toEqual({
      apiVersion: "pulumi.com/v1",
      kind: "Stack",
      metadata: { name: "share-edge", namespace: "sharing" },
      spec: {
        stack: "Share_edge",
        serviceAccountName: "fleet",
        backend: "s3://states",
        config: { "resourceshare:region": "cn-hangzhou", "owner:targets": ["2000000000000001"] },
        envRefs: { ALIBABA_CLOUD_ACCESS_KEY_ID: { type: "Secret", secret: { name: "fleet-keys", key: "OWNER_KEY_ID" } } },
        destroyOnFinalize: false,
        workspaceTemplate: { spec: { image: "registry.example/fleet:1", local: { dir: "/programs/owner" } } },
      },
    });
  });

  test("make a stack wait for its dependencies and for the wave before its own", () => {
    const prerequisites = stackManifests(fleet, options).map(({ metadata, spec }) => [metadata.name, spec.prerequisites ?? []]);
    expect(prerequisites).toEqual([
      ["share-edge", []],
      ["accept-edge", [{ name: "share-edge" }]],
      ["report", [{ name: "share-edge" }, { name: "accept-edge" }]],
    ]);
  });

  test("name the repository, its branch or commit, and the folder of each program", () => {
    const commit = { repository: "https://git.example/network.git", commit: "0123456789abcdef0123456789abcdef01234567" };
    const specs = [git, { ...git, source: commit }].map((own) => stackManifests(fleet, own).map(({ spec }) => spec));
    expect(specs[0]?.[0]).toMatchObject({ projectRepo: "https://git.example/network.git", branch: "main", repoDir: "owner" });
    expect(specs[0]?.[0]?.workspaceTemplate).toEqual({ spec: { image: "registry.example/fleet:1" } });
    expect(specs[0]?.[1]).not.toHaveProperty("repoDir");
    expect(specs[1]?.[0]).toMatchObject({ projectRepo: commit.repository, commit: commit.commit });
    expect(specs[1]?.[0]).not.toHaveProperty("branch");
  });
});

describe("the operator's schema", () => {
  const commit: ManifestOptions = { ...options, source: { repository: "https://git.example/network.git", commit: "0123456789abcdef" } };

  test.each([
    ["the image", options],
    ["a branch", git],
    ["a commit", { ...commit, destroyOnFinalize: true }],
  ])("has every field of manifests whose programs are in %s, with its type", (_, own) => {
    const withSecrets = stackManifests({ ...fleet, secretsProvider: "gcpkms://keys" }, own);
    expect(withSecrets.flatMap((manifest) => schemaProblems(manifest, stackType))).toEqual([]);
  });
});

describe("what the operator cannot do", () => {
  test.each([
    ["an inline program", { stacks: [stackOf("one")] }, "program: of one is a function"],
    [
      "a program outside the root",
      { stacks: [stackOf("one", { program: { kind: "folder", folder: "/fleet-2" } })] },
      "program: of one is /fleet-2, which is not in /fleet",
    ],
    [
      "a secret from a file",
      { stacks: [stackOf("one", { program: { kind: "folder", folder: "/fleet" }, environment: { KEY: { file: "/key" } } })] },
      "environment.KEY: of one is read from a file",
    ],
    ["a backend of one machine", { backend: "file:///states" }, "backend: file:///states is a folder of one machine"],
    [
      "a secret in the configuration",
      { stacks: [stackOf("one", { program: { kind: "folder", folder: "/fleet" }, config: { "app:db": { password: "abc" } } })] },
      "config.app:db: of one is a secret, which no manifest contains",
    ],
    ["policy packs", { policyPacks: ["/policy"] }, "policyPacks: the operator runs no policy packs"],
    [
      "names that are the same in Kubernetes",
      { stacks: ["a_b", "a-b"].map((name) => stackOf(name, { program: { kind: "folder", folder: "/fleet" } })) },
      "stacks: two stacks have the object name a-b: rename a-b",
    ],
  ] as const)("is rejected: %s", (_, changes, message) => {
    expect(failuresOf(changes)).toEqual([expect.stringContaining(message)]);
  });

  test("leaves policy packs out on request", () => {
    expect(failuresOf({ policyPacks: ["/policy"] }, { withoutPolicyPacks: true })).toEqual([]);
  });

  // (promise P-fleet-secrets)
  test("rejects credentials in the address of the repository", () => {
    const source = { repository: "https://user:s3cret@git.example/fleet.git", branch: "main" };
    const [failure = "", ...others] = failuresOf({}, { source });
    expect(others).toEqual([]);
    expect(failure).toMatch(/^source: .* contains credentials, which no manifest contains$/);
  });

  test("rejects a relative folder of the image", () => {
    expect(failuresOf({}, { source: { imageFolder: "programs" } })).toEqual(["source.imageFolder: must be an absolute path"]);
  });
});
