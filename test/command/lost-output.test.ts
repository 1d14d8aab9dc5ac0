import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { dropLostOutput } from "../../sdk/command/lost-output.ts";

test.each([
  ["EPIPE", false, "drops"],
  ["EIO", true, "drops"],
  ["EIO", false, "reports"],
  ["ENOSPC", false, "reports"],
])("after %s of a stream that is a terminal (%s), %s it", (code, isTTY, outcome) => {
  const stream = Object.assign(new EventEmitter(), { isTTY });
  dropLostOutput(stream);
  const fail = () => stream.emit("error", Object.assign(new Error("write"), { code }));
  // An error of a stream may follow each write.
  for (const time of [1, 2]) {
    if (outcome === "drops") expect(fail(), `time ${time}`).toBe(true);
    else expect(fail).toThrow("write");
  }
});
