import { expect, test } from "vitest";
import { refusalAdvice } from "../../../../../provider/client/errors/refusal-advice.ts";

test.each([
  ["InvalidParameter.ResourceType", "The resource type vswitch cannot be shared.", "did you mean VSwitch?"],
  ["InvalidParameter.ResourceType", "The resource type PrefixLists cannot be shared.", "did you mean PrefixList?"],
  [
    "EntityNotExists.Permission",
    "The permission AliyunRSDefaultPermissionVswitch does not exist.",
    "did you mean AliyunRSDefaultPermissionVSwitch?",
  ],
  ["InvalidParameter.RegionId", "The region cn-shangai does not exist.", "did you mean cn-shanghai?"],
])("advises the documented name that was probably meant for the refusal %s: %s", (code, message, advice) => {
  expect(refusalAdvice(code, message)).toBe(advice);
});

test.each([
  ["InvalidParameter.ResourceType", "The specified parameter is invalid.", "upper and lower case count"],
  ["EntityNotExists.Permission", "The permission Reader does not exist.", "listPermissions"],
  ["InvalidParameter.RegionId", "The region mars-1 does not exist.", "name a region that exists, such as cn-hangzhou"],
  ["InvalidTarget", "The target fd-nowhere does not exist.", "check the id: there is no such folder or directory"],
  ["InvalidTarget", "The target 2000000000000001 is outside: AliyunRSDefaultPermissionVswitch.", "allowExternalTargets: true"],
  ["InvalidParameter", "The resource group rg-nope does not exist.", "check `resourceGroupId`"],
])("advises in general for the refusal %s: %s", (code, message, advice) => {
  expect(refusalAdvice(code, message)).toContain(advice);
});

test.each(["constructor", "Unknown.Code", "InternalError"])("has no advice for the refusal %s", (code) => {
  expect(refusalAdvice(code, "The resource type vswitch cannot be shared.")).toBeUndefined();
});
