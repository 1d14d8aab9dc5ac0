import { PolicyPack, validateResourceOfType, type ResourceValidationPolicy } from "@pulumi/policy";
import { ResourceShare } from "pulumi-resourceshare";
import { knownSenders, naming, wholeDirectory } from "pulumi-resourceshare/policy";

// A policy of our own, with the arguments of the resource as types.
const groups: ResourceValidationPolicy = {
  name: "resource-group",
  description: "Shares are in a resource group with an owner.",
  validateResource: validateResourceOfType(ResourceShare, (share, _args, report) => {
    if (share.resourceGroupId === undefined) report(`The share ${share.name} has no resourceGroupId; set it to your team's group`);
  }),
};

const pack = new PolicyPack(
  "sharing",
  { policies: [{ ...wholeDirectory, enforcementLevel: "mandatory" }, naming, knownSenders, groups] },
  { naming: { enforcementLevel: "mandatory", pattern: "^[a-z][a-z0-9-]*$" } },
);

export const packs = [pack];
