import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { parseIncomingRequest } from "../../../../simulator/gateway/request.ts";
import { readSignature } from "../../../../simulator/gateway/signature.ts";
import { signatureVectors } from "../../../support/signature-vectors.ts";
import { signed, signedRpc, signingTime, type SigningRequest } from "../../../support/signer.ts";
import { describeTransports, type Fixture } from "../fixture.ts";
import { assumeRole } from "../error-requests.ts";

test.for(signatureVectors)("computes the known signature of $title in the simulator", ({ ask, signature }) => {
  const request = signed(ask);
  expect(request.headers["authorization"]).toContain(`Signature=${signature}`);
  expect(readSignature(parseIncomingRequest(request)).expected(ask.key.accessKeySecret)).toBe(signature);
});

const mandatory = ["host", "x-acs-action", "x-acs-version", "x-acs-date", "x-acs-signature-nonce"];

describeTransports("signatures", (make) => {
  const regions = async (fixture: Fixture, otherwise: Partial<SigningRequest> = {}) => {
    const { send, url, key, clock } = fixture;
    return codeOf(await send(signed({ key: key(), action: "DescribeRegions", url, date: signingTime(clock.now()), ...otherwise })));
  };

  test.for(mandatory)("makes the simulator reject a signature that omits %s", async (name) => {
    const fixture = await make();
    const signedHeaders = mandatory.filter((other) => other !== name).toSorted();
    expect(await regions(fixture, { signedHeaders })).toBe("IncompleteSignature");
  });

  test("makes the simulator reject a body that was changed after signing", async () => {
    const fixture = await make();
    const request = signed({
      key: fixture.key(),
      action: "DescribeRegions",
      url: fixture.url,
      date: signingTime(fixture.clock.now()),
      body: "a=b",
    });
    expect(codeOf(await fixture.send({ ...request, body: "a=c" }))).toBe("SignatureDoesNotMatch");
  });

  test.for([
    { method: "GET", place: "query" },
    { method: "POST", place: "query" },
    { method: "POST", place: "form" },
  ] as const)("makes the simulator accept the older signature by $method in the $place", async ({ method, place }) => {
    const { send, url, key, clock } = await make();
    const parameters = { Action: "DescribeRegions", Version: "2020-01-10", RegionId: "cn-hangzhou" };
    expect(codeOf(await send(signedRpc({ key: key(), parameters, method, place, url, date: signingTime(clock.now()) })))).toBeUndefined();
  });

  test("makes the simulator accept a role's keys for the other account only with their own security token", async () => {
    const fixture = await make();
    const key = await assumeRole(fixture);
    const { send, url, clock } = fixture;
    const request = signed({ key, action: "GetCallerIdentity", version: "2015-04-01", url, date: signingTime(clock.now()) });
    expect(JSON.parse((await send(request)).body)).toMatchObject({ AccountId: demo.consumer, IdentityType: "AssumedRoleUser" });
    expect(await regions(fixture, { key: { ...key, securityToken: "other" } })).toBe("InvalidSecurityToken.MismatchWithAccessKey");
    expect(await regions(fixture, { key: { ...key, securityToken: undefined } })).toBe("MissingSecurityToken");
  });

  test("makes the simulator reject a signature without the security token, and a token in the query", async () => {
    const fixture = await make();
    const { securityToken = "", ...key } = await assumeRole(fixture);
    const signedHeaders = [...mandatory, "x-acs-content-sha256"].toSorted();
    expect(await regions(fixture, { key: { ...key, securityToken }, signedHeaders })).toBe("IncompleteSignature");
    expect(await regions(fixture, { key, parameters: { SecurityToken: securityToken } })).toBe("MissingSecurityToken");
  });

  // (promise P-signed-host)
  test.for(["AssumeRole", "GetCallerIdentity"])("makes the simulator reject %s that was signed for another host", async (action) => {
    const { send, url, key, clock } = await make();
    const request = signed({ key: key(), action, version: "2015-04-01", url: "https://sts.example/", date: signingTime(clock.now()) });
    expect(codeOf(await send({ ...request, url, headers: { ...request.headers, host: new URL(url).host } }))).toBe("SignatureDoesNotMatch");
  });

  test("logs no signature, key or token in the simulator", async () => {
    const fixture = await make();
    const { send, url, key, clock, simulator } = fixture;
    const parameters = { Action: "DescribeRegions", Version: "2020-01-10" };
    await send(signedRpc({ key: key(), parameters, url, date: signingTime(clock.now()) }));
    await assumeRole(fixture);
    expect(simulator.calls.map(({ operation }) => operation)).toEqual(["DescribeRegions", "AssumeRole"]);
    expect(JSON.stringify(simulator.calls)).not.toMatch(/LTAI|secret|Signature|token-/);
  });
});

function codeOf(response: { readonly body: string }): unknown {
  return (JSON.parse(response.body) as Record<string, unknown>)["Code"];
}
