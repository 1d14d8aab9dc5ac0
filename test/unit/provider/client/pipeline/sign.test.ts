import { createRequire } from "node:module";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare } from "../../../../../provider/api/shares.ts";
import { encodeRequest } from "../../../../../provider/client/pipeline/request.ts";
import { signAcs3, type SignableRequest } from "../../../../../provider/client/pipeline/sign.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { encodeRpc } from "../../../../../provider/wire/encode.ts";
import { clientOf, key, ok, service } from "../fixture.ts";

const testKey = { accessKeyId: "testid", accessKeySecret: new Secret("testsecret") };
const testDate = new Date("2024-01-02T03:04:05Z");
const testNonce = "00112233445566778899aabbccddeeff";

function rpc(part: Pick<SignableRequest, "host" | "action" | "version" | "query">): SignableRequest {
  return { method: "POST", path: "/", body: "", contentType: undefined, ...part };
}

function signatureOf(headers: Readonly<Record<string, string>>): string {
  return /Signature=([0-9a-f]+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
}

describe("sign", () => {
  it("computes the signature that the vendor publishes for RunInstances", () => {
    const headers = signAcs3(
      rpc({
        host: "ecs.cn-shanghai.aliyuncs.com",
        action: "RunInstances",
        version: "2014-05-26",
        query: "ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai",
      }),
      { accessKeyId: "YourAccessKeyId", accessKeySecret: new Secret("YourAccessKeySecret") },
      new Date("2023-10-26T10:22:32Z"),
      "3156853299f313e23d1673dc12e1703d",
    );
    expect(headers.authorization).toBe(
      "ACS3-HMAC-SHA256 Credential=YourAccessKeyId," +
        "SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version," +
        "Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
    );
  });

  it("signs a form body and its content type", () => {
    const headers = signAcs3(
      {
        method: "POST",
        path: "/v1.0/oauth2/token",
        query: "",
        body: "GrantType=refresh_token&RefreshToken=r%20t%2F1",
        contentType: "application/x-www-form-urlencoded",
        host: "openapi.aligenie.com",
        action: "OAuth2TokenEndpoint",
        version: "oauth2_1.0",
      },
      testKey,
      testDate,
      testNonce,
    );
    expect(headers["x-acs-content-sha256"]).toBe("a7fbb666ed2def4e0fe169794f077ce4082245b1f96102fa9dfc3a822ed7baf8");
    expect(headers.authorization).toContain(
      "SignedHeaders=content-type;host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,",
    );
    expect(signatureOf(headers)).toBe("823db0e69e4dc3e7407e900367f56c6854d11c5aa614ff6a274837feb50dd97f");
  });

  it("sends and signs the security token of temporary credentials", () => {
    const request = rpc({ host: "h", action: "A", version: "v", query: "" });
    const headers = signAcs3(request, { ...testKey, securityToken: new Secret("sts-token") }, testDate, testNonce);
    expect(headers["x-acs-security-token"]).toBe("sts-token");
    expect(headers["x-acs-accesskey-id"]).toBe("testid");
    expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-acs-accesskey-id;[^,]*x-acs-security-token;/);
  });
});

describe("a call with temporary credentials", () => {
  // (promise P-token-header)
  it("sends the security token in a header and nowhere else", async () => {
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
  it("computes the vendor's Authorization header for every request and every kind of credentials", () => {
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
