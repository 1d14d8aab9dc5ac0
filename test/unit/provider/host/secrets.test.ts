import { expect, it } from "vitest";
import { secret, withSecrets } from "../../../../provider/host/secrets.ts";
import { resources } from "../../../../provider/resources/index.ts";

it.each([
  ["ResourceShare", "associations", "targets"],
  ["ShareAssociation", "associations", "resourceProperties"],
  ["SharePermission", "unverifiedPermissionNames", "permissionName"],
  ["ShareTags", "unverifiedKeys", "tags"],
  ["InvitationAcceptor", "sharedResources", "shareId"],
  ["InvitationAcceptor", "shareName", "shareId"],
])("makes a %s return the output %s as a secret where the argument %s is one", (kind, output, argument) => {
  const resource = resources.find(({ token }) => token === kind) ?? {};
  expect(withSecrets(resource, { [output]: "x" }, [argument])).toEqual({ [output]: secret("x") });
  expect(withSecrets(resource, { [output]: "x" }, ["region"])).toEqual({ [output]: "x" });
});

/** The outputs that repeat no argument under another name: a new output is here, or among the `repeats` of its kind. */
const ownOutputs = new Set([
  ...["accountId", "regionId", "unverified", "status", "createTime", "updateTime", "owner", "creating"],
  ...["resourceType", "permissionVersion", "defaultVersion", "defaultPermission"],
  ...["receiverAccountId", "enabled", "result", "ranAt", "failure"],
]);

it.each(resources)("declares whether each output of $token repeats an argument", ({ inputs, outputs, repeats = {} }) => {
  const names = Object.keys(outputs.shape);
  const own = names.filter((name) => ownOutputs.has(name));
  expect([...own, ...Object.keys(repeats)].toSorted()).toEqual(names.toSorted());
  for (const argument of Object.values(repeats).flatMap((repeated) => repeated ?? [])) expect(inputs.shape).toHaveProperty(argument);
});
