import type { SigningRequest } from "./signer.ts";

const key = { accessKeyId: "testid", accessKeySecret: "testsecret" };
const fixed = { key, date: "2024-01-02T03:04:05Z", nonce: "00112233445566778899aabbccddeeff" };

/** Requests whose signatures are known. */
export const signatureVectors: readonly { readonly title: string; readonly ask: SigningRequest; readonly signature: string }[] = [
  {
    title: "the vector that the vendor publishes",
    ask: {
      key: { accessKeyId: "YourAccessKeyId", accessKeySecret: "YourAccessKeySecret" },
      action: "RunInstances",
      version: "2014-05-26",
      url: "https://ecs.cn-shanghai.aliyuncs.com/",
      date: "2023-10-26T10:22:32Z",
      nonce: "3156853299f313e23d1673dc12e1703d",
      parameters: { ImageId: "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd", RegionId: "cn-shanghai" },
    },
    signature: "06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
  },
  {
    title: "parameters that need encoding",
    ask: {
      ...fixed,
      action: "CreateResourceShare",
      parameters: {
        AllowExternalTargets: "true",
        ResourceShareName: "a b*c~d/e+é",
        "Resources.1.ResourceId": "vsw-1",
        "Resources.1.ResourceType": "VSwitch",
        "Tag.1.Key": "k 1",
        "Tag.1.Value": "",
        "Targets.1": "1725",
        "Targets.2": "fd-1",
      },
    },
    signature: "0a9fc8ae2527e1daaf1d1b07d439f6255773e0d7de1d394cbf9f69e5062cda82",
  },
  {
    title: "a form body on a path of its own",
    ask: {
      ...fixed,
      action: "OAuth2TokenEndpoint",
      version: "oauth2_1.0",
      url: "https://openapi.aligenie.com/v1.0/oauth2/token",
      body: "GrantType=refresh_token&RefreshToken=r%20t%2F1",
      contentType: "application/x-www-form-urlencoded",
    },
    signature: "823db0e69e4dc3e7407e900367f56c6854d11c5aa614ff6a274837feb50dd97f",
  },
];
