import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { dropLostOutput } from "../../../cli/lost-output.ts";

test.each([
  ["drops", "EPIPE", false],
  ["drops", "EIO", true],
  ["throws", "EIO", false],
  ["throws", "ENOSPC", false],
])("%s the error %s of a stream whose isTTY is %s", (outcome, code, isTTY) => {
  const stream = Object.assign(new EventEmitter(), { isTTY });
  dropLostOutput(stream);
  const fail = () => stream.emit("error", Object.assign(new Error("write"), { code }));
  // An error of a stream may follow each write.
  for (const time of [1, 2]) {
    if (outcome === "drops") expect(fail(), `time ${time}`).toBe(true);
    else expect(fail).toThrow("write");
  }
});
