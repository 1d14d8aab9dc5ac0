import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startService } from "../service.ts";
import { configurationFor, openPlugin } from "../../unit/provider/plugin/client.ts";
import { readRecording, recordedVersions, recordingPath, requestsPath, serviceOf } from "./recording.ts";
import { type RecordedCommands, replay } from "./requests.ts";

const cases = recordedVersions().flatMap((version) => {
  // `record.ts` has written the file.
  const commands = JSON.parse(readFileSync(requestsPath(version), "utf8")) as RecordedCommands;
  return Object.entries(commands).map(([command, calls]) => ({ version, command, calls }));
});

test.each(cases)("answers the plugin's requests of $version as that version did: $command", async ({ version, calls }) => {
  expect.assertions(calls.length);
  await using service = await startService(serviceOf(readRecording(recordingPath(version, "finished", "plugin"))));
  const plugin = await openPlugin();
  try {
    for (const call of calls) {
      const { method, request, answer } = call;
      // The recorded configuration names no service.
      const own = method === "Configure" ? { request: { ...request, args: { ...request.args, ...configurationFor(service) } } } : {};
      // A later version may have more arguments and outputs, and another order of a replacement.
      const { deleteBeforeReplace: _, ...expected } = answer;
      expect(await replay(plugin.call, { ...call, ...own }), `${method} of ${request.urn}`).toMatchObject(expected);
    }
  } finally {
    plugin.close();
  }
});
