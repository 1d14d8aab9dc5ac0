import { expect, test } from "vitest";
import { z } from "zod";
import { type Recording, recordingOf, textOfRecording } from "../../../../cli/verify/recording.ts";
import { sharing, type SharingOperations } from "../../../../provider/api/operations.ts";
import { createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { ApiError } from "../../../../provider/kernel/errors.ts";
import { demo, demoWorld } from "../../../../simulator/index.ts";
import { paths, textOf } from "../../rules/files.ts";
import { runAgainst, simulated } from "./fixture.ts";

const recordings = paths.filter((path) => path.startsWith("test/unit/cli/verify/recordings/"));

test("replaces accounts, ids, names and keys in a recording of `verify`, equal ones by equal ones, and keeps other words", async () => {
  const past = "2025-01-01T00:00:00.000Z";
  const share = { id: "rs-1", sequence: 1, owner: demo.owner, status: "Active" as const, createdAt: past, updatedAt: past };
  const names = ["resourceshare-verify-alice", "alice", "AliyunRSPermissionalice"];
  const shares = names.map((name, index) => ({ ...share, id: `rs-${index}`, sequence: index, name, tags: { [name]: name } }));
  const found = await runAgainst(simulated({ world: { ...demoWorld, shares } }), {
    observe: (request, deliver) => {
      const response = deliver();
      const named = response.body.replaceAll(/("(?:LocalName|Message|Permission|AssociationStatusMessage)":)"[^"]*"/g, '$1"of alice"');
      // A proxy answers some calls.
      const body = request.headers["x-acs-action"] === "UpdateResourceShare" ? "alice may not" : named;
      return { ...response, body: body.replace(/^\{/, '{"alice-vsw":{"bob":1},"Note":"alice","ResourceGroupId":"alice",') };
    },
  });
  const failed = found.results.map((result) => ({ ...result, result: "not tried" as const, seen: "failed: alice" }));
  expect(JSON.stringify(found.run.exchanges)).toContain("resourceshare-verify-alice");
  const text = [recordingOf(found.run, found.results), recordingOf(found.run, failed)].map((recording) => JSON.stringify(recording)).join();
  const own = ["alice", "bob", "vsw-demo01", demo.member, demo.consumer, "LTAI-owner", "secret-of-owner", "ACS3-HMAC"];
  expect(own.filter((word) => text.includes(word))).toEqual([]);
  const untagged = recordingOf(found.run, found.results).exchanges.filter(({ operation }) => operation === "UntagResources");
  expect(new Set(untagged.map(({ parameters }) => parameters["ResourceId.1"])).size).toBe(1);
  const words = ["AssociateResourceShare", "DisassociateInvalid", "Associated", "VSwitch", "AliyunRSDefaultPermissionVSwitch"];
  expect(words.filter((word) => !text.includes(`"${word}"`))).toEqual([]);
});

test("reads each recorded answer of `verify` with the client: records, states and codes", async () => {
  const found = await runAgainst(simulated());
  const texts = [textOfRecording(recordingOf(found.run, found.results)), ...recordings.map(textOf)];
  for (const text of texts) {
    // The files are what `textOfRecording` has written.
    const { exchanges } = JSON.parse(text) as Recording;
    expect(exchanges.length).toBeGreaterThan(50);
    for (const { operation, parameters, status, body } of exchanges.filter(({ operation }) => Object.hasOwn(sharing, operation))) {
      const code = z.object({ Code: z.string() }).safeParse(body).data?.Code;
      const answer = await replayed(operation as keyof SharingOperations, parameters, { status, body });
      expect([operation, answer]).toEqual([operation, code ?? "decoded"]);
    }
  }
});

/** What the client makes of a recorded answer: `decoded`, or the code of the error. */
async function replayed(
  name: keyof SharingOperations,
  parameters: Readonly<Record<string, string>>,
  { status, body }: { status: number; body: unknown },
): Promise<string> {
  const environment = {
    ALIBABA_CLOUD_ACCESS_KEY_ID: "id",
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: "secret",
    RESOURCESHARE_ENDPOINT: "http://127.0.0.1:1",
  };
  const headers = { "content-type": "application/json" };
  const transport = () => Promise.resolve({ status, headers, body: JSON.stringify(body) });
  const clients = createClients({ ...readConfiguration({}, environment), maxAttempts: 1 }, { transport, clock: new VirtualClock() });
  // The parameters were sent as they are, some of them against the rules of the request.
  const operation = { ...sharing[name], request: z.looseObject({}), idempotent: false };
  try {
    await clients.client().call(operation, { ...parameters }, { isUnbatched: true });
    return "decoded";
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
