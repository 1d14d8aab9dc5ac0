import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { dropLostOutput } from "../../../cli/lost-output.ts";

test.each([
  ["drops", "EPIPE", false],
  ["drops", "EIO", true],
  ["reports", "EIO", false],
  ["reports", "ENOSPC", false],
])("%s the error %s of a command's output stream whose isTTY is %s", (outcome, code, isTTY) => {
  const stream = Object.assign(new EventEmitter(), { isTTY });
  const reported: Error[] = [];
  dropLostOutput(stream, (error) => reported.push(error));
  const error = Object.assign(new Error("write"), { code });
  // An error of a stream may follow each write.
  for (const time of [1, 2]) expect(stream.emit("error", error), `time ${time}`).toBe(true);
  expect(reported).toEqual(outcome === "drops" ? [] : [error, error]);
});
