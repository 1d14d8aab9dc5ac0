import { describe, expect, it } from "vitest";
import {
  ApiError,
  InputError,
  messageOf,
  ProtocolError,
  TransportError,
  UnsettledError,
  WaitError,
} from "../../../../provider/kernel/errors.ts";
import { isPrintable } from "../../../../provider/kernel/printable.ts";

const odd = "a\u001B[2J\u202E\n##vso[x]b";

describe("errors", () => {
  const api = { operation: "Op", code: "Code", status: 400, category: "invalid", transient: false } as const;

  it.each([
    [new ApiError({ ...api, serviceMessage: "No way.", requestId: "R" }), "Op failed: Code: No way (request R)"],
    [new ApiError({ ...api, serviceMessage: " " }), "Op failed: Code: the service gave no reason"],
    [new TransportError({ operation: "Op", problem: "it was refused", ambiguous: false }), "Op got no answer: it was refused"],
    [
      new TransportError({ operation: "Op", problem: "it broke", ambiguous: true }),
      "Op got no answer: it broke; it may have taken effect all the same",
    ],
    [new WaitError("share rs-1", ["is Deleted", "b failed"]), "share rs-1 is Deleted; b failed"],
    [
      new InputError([
        { property: "a", reason: "is bad" },
        { property: "b", reason: "is worse" },
      ]),
      "a: is bad; b: is worse",
    ],
    [InputError.of("a", "is bad"), "a: is bad"],
  ])("makes an error's message state what has failed and why: %s", (error, message) => {
    expect(messageOf(error)).toBe(message);
  });

  // (promise P-printable)
  it.each([
    new ApiError({ ...api, serviceMessage: odd }),
    new ProtocolError({ operation: "X", status: 200, problem: odd }),
    new TransportError({ operation: "X", problem: odd, ambiguous: true }),
    new WaitError(odd, [odd, odd]),
    new UnsettledError({ subject: odd, lastSeen: odd, polls: 1, elapsedMs: 1000 }),
    InputError.of(odd, odd),
  ])("gives an error a message of one printable line, whatever it quotes: $name", ({ message }) => {
    expect(message).toSatisfy(isPrintable);
    expect(message).toContain("a [2J");
  });

  it("writes no control sequence of a terminal into an error's message, whatever the message quotes", () => {
    const error = InputError.of("a\u001B[2J", `"\u0007${"x".repeat(5000)}" is no id`);
    expect(error.message).toMatch(/^a \[2J: " x+…x+" is no id$/);
    expect(error.failures).toEqual([{ property: "a [2J", reason: error.message.slice("a [2J: ".length) }]);
  });

  it("advises to check the endpoint first when an answer is malformed", () => {
    const error = new ProtocolError({ operation: "Op", status: 200, problem: "the body is HTML" });
    expect(error.message).toMatch(
      /^Op was answered in a form that is not understood \(HTTP 200\): the body is HTML\. Check that the endpoint/,
    );
  });

  it("reports the last state, the number of polls and the time in the error of a wait", () => {
    const error = new UnsettledError({ subject: "share rs-1", lastSeen: "2 of 3 associated", polls: 7, elapsedMs: 61_400 });
    expect(error.message).toMatch(/^share rs-1 has not settled after 61 s: 2 of 3 associated at the last of 7 polls/);
  });

  it("keeps the data of an error as fields, and its cause", () => {
    const cause = new Error("socket");
    expect(new TransportError({ operation: "Op", problem: "p", ambiguous: true, cause })).toMatchObject({
      name: "TransportError",
      ambiguous: true,
      cause,
    });
    expect(new ApiError({ ...api, serviceMessage: "m", retryAfterMs: 7 })).toMatchObject({ ...api, name: "ApiError", retryAfterMs: 7 });
  });

  it("returns a text for anything that was thrown", () => {
    expect([messageOf("text"), messageOf(7), messageOf(undefined)]).toEqual(["text", "7", "undefined"]);
  });
});
