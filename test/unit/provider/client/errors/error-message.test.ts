import { describe, expect, it, test } from "vitest";
import { messageWithAdvice } from "../../../../../provider/client/errors/error-message.ts";
import { readFailure } from "../../../../../provider/client/errors/error-response.ts";
import { device } from "../../../../../provider/api/device/operations.ts";
import { catalog } from "../../../../../provider/api/error-codes.ts";
import { sharing } from "../../../../../provider/api/operations.ts";
import type { Category } from "../../../../../provider/kernel/errors.ts";
import { createFixture } from "../../../simulator/fixture.ts";
import { provocations, settings } from "../../../simulator/error-scenarios.ts";

const operations: readonly (typeof sharing)[keyof typeof sharing][] = Object.values(sharing);

test("names the operation, the code, the reason and the request in the message of each error code", async () => {
  expect(Object.keys(provocations).toSorted()).toEqual(Object.keys(catalog).toSorted());
  const messages: string[] = [];
  for (const [code, provoke] of Object.entries(provocations)) {
    const made = await createFixture(undefined, settings[code]);
    const answer = await provoke(made);
    expect(answer.code).toBe(code);
    const called = made.simulator.calls.at(-1)?.operation;
    const operation = operations.find(({ name }) => name === called) ?? sharing.DescribeRegions;
    const answered = { status: answer.status, headers: answer.headers, body: JSON.stringify(answer.body) };
    const error = readFailure(operation, {}, answered, { account: undefined, now: made.clock.now(), secrets: [] });
    const request = String(answer.body["RequestId"]);
    expect(error.message).toMatch(
      new RegExp(`^${operation.name} failed: ${code.replaceAll(".", "\\.")}: .{12,} \\(request ${request}\\)$`),
    );
    expect(error.message).not.toMatch(/secret-of|Signature=|string to sign/i);
    messages.push(error.message.replace(request, "…"));
    await made.close();
  }
  await expect(`${messages.toSorted().join("\n")}\n`).toMatchFileSnapshot("error-messages.txt");
});

const now = Date.parse("2026-01-01T12:00:00Z");
const { CreateResourceShare, ListResourceShares } = sharing;
const { ExecuteScene, GetSceneList, OAuth2TokenEndpoint, OAuth2RevocationEndpoint } = device;

/** A refusal of the service, and the account that called it. */
interface Refused {
  readonly operation?: (typeof operations)[number] | (typeof device)[keyof typeof device];
  readonly status?: number;
  readonly category: Category;
  readonly date?: string;
  readonly message?: string;
  readonly account?: string;
}

const messageOf = (code: string, { operation = CreateResourceShare, status = 400, category, date, message = "", account }: Refused) => {
  const headers: Record<string, string> = date === undefined ? {} : { date };
  return messageWithAdvice(
    { operation, response: { status, headers, body: "" }, code, category, serviceMessage: message },
    { account, now },
  );
};

const skewed = "set the machine's clock, for example by NTP";
const newCode =
  "a code can be used once, within minutes, and with exactly the redirect URI of the authorization request; a refresh token can be used until it is revoked: " +
  "otherwise the user has to consent again";

describe("what to do about a refusal", () => {
  it.each<[code: string, refused: Refused, text: string]>([
    [
      "IncompleteSignature",
      { category: "denied", account: "a" },
      'the access key secret does not belong to the access key id; check the credentials of account "a"',
    ],
    [
      "InvalidSecurityToken.Malformed",
      { category: "denied" },
      "the security token does not belong to the access key; check the credentials",
    ],
    [
      "InvalidTimeStamp.Expired",
      { category: "denied", date: "Thu, 01 Jan 2026 11:59:00 GMT" },
      `the machine's clock is about 1 minute ahead of the service's; ${skewed}`,
    ],
    [
      "InvalidTimeStamp.Expired",
      { category: "denied", date: "Thu, 01 Jan 2026 12:20:00 GMT" },
      `the machine's clock is about 20 minutes behind the service's; ${skewed}`,
    ],
    [
      "InvalidTimeStamp.Expired",
      { category: "denied", date: "Thu, 01 Jan 2026 12:00:10 GMT" },
      `the machine's clock differs from the service's by more than 15 minutes; ${skewed}`,
    ],
    ["NoPermission", { category: "denied", message: "No." }, "No; allow the credentials the action resourcesharing:CreateResourceShare"],
    [
      "Forbidden.RAM",
      { category: "denied", account: "a" },
      'allow the credentials of account "a" the action resourcesharing:CreateResourceShare',
    ],
    ["OtherDenial", { category: "denied", message: "No. " }, "No"],
    [
      "NumberExceed.Shares",
      { category: "quota" },
      "free some in an update of its own, or ask the service for a higher quota, and run again",
    ],
    ["InternalError", { category: "fault", operation: ListResourceShares }, "the service itself failed; run again later"],
    ["InternalError", { category: "fault" }, "it may have taken effect all the same; the service itself failed; run again later"],
    ["OtherConflict", { category: "conflict", message: "Busy." }, "Busy"],
    ["Unknown.Code", { category: "invalid", message: "Wrong" }, "Wrong"],
    ["Unknown.Code", { category: "absent", message: "Gone" }, "Gone"],
    ["Unknown.Code", { category: "invalid", message: "the String To Sign is canary" }, ""],
  ])("adds advice about %s in %j to the service's message", (code, refused, text) => {
    expect(messageOf(code, refused)).toBe(text);
  });

  it.each([
    ["AccountNotInResourceDirectory", 'this call was made with the credentials of account "a" (111, from X) in region cn-hangzhou'],
    ["InvalidParameter.Resources", 'this call was made with the credentials of account "a" (111, from X) in region cn-hangzhou'],
    ["InvalidParameter.RegionId", "it is from Y; name a region that exists, such as cn-hangzhou"],
    ["NoPermission", 'allow the credentials of account "a" (111, from X) the action resourcesharing:CreateResourceShare'],
  ])("names the account, the region or their sources in the advice for %s", (code, text) => {
    const sources = { credentials: "X", accountId: "Z", region: "Y" };
    const caller = { account: "a", accountId: "111", region: "cn-hangzhou", sources, now };
    const response = { status: 400, headers: {}, body: "" };
    const category = code === "NoPermission" ? "denied" : "invalid";
    const hint = messageWithAdvice({ operation: CreateResourceShare, response, code, category, serviceMessage: "" }, caller);
    expect(hint.endsWith(text)).toBe(true);
  });

  it.each<[code: string, refused: Refused, text: string]>([
    ["InvalidCode", { category: "invalid", operation: OAuth2TokenEndpoint }, newCode],
    ["NoPermission", { category: "denied", operation: OAuth2TokenEndpoint }, newCode],
    ["InvalidCode.NotFound", { category: "absent", operation: OAuth2TokenEndpoint }, newCode],
    [
      "InternalError",
      { category: "fault", operation: OAuth2TokenEndpoint },
      "it may have taken effect all the same; the service itself failed",
    ],
    ["InternalError", { category: "fault", operation: OAuth2RevocationEndpoint }, "the service itself failed; run again later"],
    ["InvalidToken", { category: "denied", status: 401, operation: OAuth2RevocationEndpoint }, ""],
    [
      "InvalidToken",
      { category: "invalid", status: 401, operation: GetSceneList },
      "it is unknown, expired or revoked: set `deviceRefreshToken`, or another `deviceAccessToken`",
    ],
    [
      "NoPermission",
      { category: "denied", status: 403, operation: GetSceneList },
      "the user has not granted the application what GetSceneList needs; ask for that scope",
    ],
    ["InvalidTarget", { category: "invalid", operation: GetSceneList, message: "Wrong" }, "Wrong"],
    ["InvalidAction.NotFound", { category: "invalid", operation: GetSceneList }, "check the endpoint and the region"],
    ["InternalError", { category: "fault", operation: ExecuteScene }, "it may have taken effect all the same; the service itself failed"],
  ])("advises about tokens and scopes for %s of the device API, in %j", (code, refused, text) => {
    expect(messageOf(code, refused)).toBe(text);
  });
});
