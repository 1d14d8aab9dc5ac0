import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare } from "../../../../../provider/api/shares.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { ApiError, ProtocolError } from "../../../../../provider/kernel/errors.ts";
import type { HttpResponse } from "../../../../../provider/wire/transport.ts";
import { signingTime } from "../../../../support/signer.ts";
import { clientOf, errorResponse, rejection, service } from "../fixture.ts";

const failure = (answer: HttpResponse, parts = {}) =>
  rejection(clientOf(service(() => answer).transport, { maxAttempts: 1, ...parts }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));

describe("answer", () => {
  it("converts an error answer to an ApiError with all its fields", async () => {
    const error = await failure(errorResponse(404, "EntityNotExists.ResourceShare", "The resource share does not exist."));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      operation: "DeleteResourceShare",
      code: "EntityNotExists.ResourceShare",
      status: 404,
      category: "absent",
      requestId: "R-2",
      transient: false,
      message:
        "DeleteResourceShare failed: EntityNotExists.ResourceShare: rs-1: The resource share does not exist; check the id of the share, `account` and `region`; if it was deleted or changed elsewhere, run pulumi refresh, then pulumi up; where the program writes the id of a share, use the output `id` of its ResourceShare (request R-2)",
    });
  });

  it.each([
    ["Throttling.User", 400, "throttled", true],
    ["InternalError", 500, "fault", true],
    ["SomethingNew", 503, "fault", true],
    ["SomethingNew", 403, "denied", false],
    ["QuotaExceeded.SomethingNew", 409, "quota", false],
    ["AssociateConflict", 409, "conflict", true],
    ["ResourceShareStatusMismatchAction", 409, "conflict", false],
    ["DisassociateInvalid", 400, "absent", false],
  ])("classifies the error answer %s with HTTP %i as %s", async (code, status, category, transient) => {
    expect(await failure(errorResponse(status, code))).toMatchObject({ code, category, transient });
  });

  it("names the account of the call in the advice of an error", async () => {
    expect(String(await failure(errorResponse(403, "NoPermission"), { account: "consumer" }))).toContain(
      'credentials of account "consumer"',
    );
  });

  // (promise P-printable)
  it("shows text of the service in an error as one line without control characters", async () => {
    const error = await failure(errorResponse(400, "InvalidParameter", `a\u001b[2Jb\r\nc${"x".repeat(5000)}`));
    expect((error as Error).message).not.toMatch(/\p{Cc}/u);
    expect((error as Error).message.length).toBeLessThan(1200);
  });

  // (promise P-answers)
  it.each<[string, HttpResponse, string]>([
    ["HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }, "content type is text/html"],
    ["torn JSON", { status: 200, headers: { "content-type": "application/json" }, body: '{"Request' }, "not JSON"],
    ["nothing", { status: 200, headers: {}, body: "" }, "empty"],
    ["a list", { status: 200, headers: {}, body: "[]" }, "expected object"],
    ["another shape", { status: 200, headers: {}, body: '{"RequestId": {}}' }, "RequestId"],
    ["an error without a code", { status: 400, headers: {}, body: "{}" }, "no error code"],
    ["an error with a code that is none", { status: 400, headers: {}, body: '{"Code": "<script>"}' }, "no error code"],
    ["an error without a body", { status: 400, headers: {}, body: "" }, "the body is empty"],
    ["a choice", { status: 300, headers: {}, body: "" }, "redirects are not followed"],
    ["an error as HTML", { status: 502, headers: { "content-type": "text/html" }, body: "<html>" }, "content type is text/html"],
    ["a redirect", { status: 307, headers: { location: "https://evil" }, body: "" }, "redirects are not followed"],
  ])("converts an answer that is %s to a ProtocolError", async (_name, answer, problem) => {
    const error = await failure(answer);
    expect(error).toBeInstanceOf(ProtocolError);
    expect((error as ProtocolError).problem).toContain(problem);
    expect(error).toMatchObject({ operation: "DeleteResourceShare", status: answer.status });
  });

  it.each([
    [500, "the body names no error code; it may have taken effect all the same"],
    [499, "the body names no error code"],
  ])("reports whether an unsafe call may have taken effect when HTTP %i comes without a code", async (status, problem) => {
    const { transport } = service(() => ({ status, headers: {}, body: "{}" }));
    const error = await rejection(clientOf(transport, { maxAttempts: 1 }).call(CreateResourceShare, { ResourceShareName: "a" }));
    expect((error as ProtocolError).problem).toBe(problem);
    expect(await failure({ status, headers: {}, body: "{}" })).toMatchObject({ problem: "the body names no error code" });
  });

  it.each([200, 502])("shortens a content type of any length (HTTP %i)", async (status) => {
    const error = await failure({ status, headers: { "content-type": `text/${"x".repeat(5000)}` }, body: "" });
    expect((error as ProtocolError).problem.length).toBeLessThan(150);
  });

  it("reports the error code alone when the message of the answer is not a text", async () => {
    const error = await failure({ status: 409, headers: {}, body: '{"Code": "AssociateConflict", "Message": {"a": 1}, "RequestId": [2]}' });
    expect(String(error)).toMatch(/^ApiError: DeleteResourceShare failed: AssociateConflict: /);
    expect(String(error)).not.toMatch(/object|request/);
    expect((error as ApiError).requestId).toBeUndefined();
  });

  it("reads a field of an error answer that is null as absent", async () => {
    const body = '{"RequestId": null, "ResourceShare": {"ResourceShareId": "rs-1", "ResourceShareStatus": "Active", "Tags": null}}';
    const { transport } = service(() => ({ status: 200, headers: { "content-type": "application/json" }, body }));
    const response = await clientOf(transport).call(CreateResourceShare, { ResourceShareName: "a" });
    expect(response).toEqual({ ResourceShare: { ResourceShareId: "rs-1", ResourceShareStatus: "Active" } });
  });

  it("signs by the machine's clock, and reports its difference to the service's clock when the signature is refused", async () => {
    const clock = new VirtualClock();
    const date = new Date(clock.wallTime()).toUTCString();
    clock.stepWallTime(20 * 60_000);
    const { transport, requests } = service(() => errorResponse(400, "InvalidTimeStamp.Expired", "expired", { date }));
    const error = await rejection(clientOf(transport, { clock }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect(requests.map(({ headers }) => headers["x-acs-date"])).toEqual([signingTime(clock.wallTime())]);
    expect(String(error)).toContain("the machine's clock is about 20 minutes ahead of the service's; set the machine's clock");
  });
});
