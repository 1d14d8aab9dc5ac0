import { createRequire } from "node:module";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare } from "../../../../../provider/api/shares.ts";
import { encodeRequest } from "../../../../../provider/client/pipeline/request.ts";
import { signAcs3 } from "../../../../../provider/client/pipeline/sign.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { encodeRpc } from "../../../../../provider/wire/encode.ts";
import { signatureVectors } from "../../../../support/signature-vectors.ts";
import { signed, type SigningRequest } from "../../../../support/signer.ts";
import { clientOf, key, ok, service } from "../fixture.ts";

/** Signs by the client what the tests' own signer has signed. */
function signedByClient(ask: SigningRequest) {
  const { method, url, body } = signed(ask);
  const { host, pathname, search } = new URL(url);
  const { action, version = "2020-01-10", contentType, key, date = "", nonce = "" } = ask;
  const request = { method, path: pathname, query: search.slice(1), body, contentType, host, action, version };
  const { accessKeyId, accessKeySecret, securityToken } = key;
  const token = securityToken === undefined ? {} : { securityToken: new Secret(securityToken) };
  return signAcs3(request, { accessKeyId, accessKeySecret: new Secret(accessKeySecret), ...token }, new Date(date), nonce);
}

const temporary = {
  key: { accessKeyId: "testid", accessKeySecret: "testsecret", securityToken: "sts-token" },
  action: "DescribeRegions",
  date: "2024-01-02T03:04:05Z",
  nonce: "00112233445566778899aabbccddeeff",
};

describe("sign", () => {
  // `test/unit/simulator/gateway/signature.test.ts` compares the tests' own signer with the known signatures.
  it.each([...signatureVectors, { title: "temporary credentials", ask: temporary }])(
    "signs the request $title as documented",
    ({ ask }) => {
      expect(signedByClient(ask)).toEqual(signed(ask).headers);
    },
  );
});

describe("a call with temporary credentials", () => {
  // (promise P-token-header)
  it("sends the security token of temporary credentials in a header and nowhere else", async () => {
    const { transport, requests } = service(() => ok());
    const credentials = async () => ({ ...key, securityToken: new Secret("sts-token") });
    await clientOf(transport, { credentials }).call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    const [sent] = requests.map(({ headers, ...rest }) => ({ headers: Object.entries(headers), rest }));
    expect(sent?.headers.filter(([, value]) => value.includes("sts-token")).map(([name]) => name)).toEqual(["x-acs-security-token"]);
    expect(JSON.stringify(sent?.rest)).not.toContain("sts-token");
  });
});

interface VendorRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface VendorSigner {
  getAuthorization(request: VendorRequest, algorithm: string, payload: string, accessKey: string, secret: string): string;
  hash(raw: Buffer, algorithm: string): Buffer;
}

const require = createRequire(import.meta.url);
// The package's own types name a request class of another package; this is the part of it that the signer reads.
const vendor = require("@alicloud/openapi-core/dist/utils.js").default as VendorSigner;

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const requests = fc.record({
  ResourceShareName: text,
  Targets: fc.array(text, { maxLength: 3 }),
  Tag: fc.array(fc.record({ Key: text, Value: text }), { maxLength: 3 }),
  AllowExternalTargets: fc.boolean(),
});

describe("the vendor's signer", () => {
  it("computes the same Authorization header as the vendor's signer for every request and every kind of credentials", () => {
    fc.assert(
      fc.property(
        requests,
        fc.option(fc.stringMatching(/^ ?[A-Za-z0-9+/=]{1,80} ?$/), { nil: undefined }),
        fc.string({ minLength: 1 }),
        (request, token, secret) => {
          const unsigned = encodeRequest(CreateResourceShare, request, "cn-hangzhou");
          const credentials = {
            accessKeyId: "testid",
            accessKeySecret: new Secret(secret),
            ...(token === undefined ? {} : { securityToken: new Secret(token) }),
          };
          const signable = {
            ...unsigned,
            host: "resourcesharing.cn-hangzhou.aliyuncs.com",
            action: "CreateResourceShare",
            version: "2020-01-10",
          };
          const { authorization, ...headers } = signAcs3(signable, credentials, new Date("2026-01-01T00:00:00Z"), "nonce");
          const theirs = vendor.getAuthorization(
            { method: "POST", pathname: "/", query: { RegionId: "cn-hangzhou", ...encodeRpc(request) }, headers },
            "ACS3-HMAC-SHA256",
            vendor.hash(Buffer.from(""), "ACS3-HMAC-SHA256").toString("hex"),
            "testid",
            secret,
          );
          expect(authorization).toBe(theirs);
        },
      ),
    );
  });
});
