import { z } from "zod";
import type { Permission } from "../../api/entities.ts";
import { withVocabulary } from "../../api/vocabulary.ts";
import { WaitError } from "../../kernel/errors.ts";
import { readUntilCurrent } from "../../lifecycle/freshness.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { adoptInput, checkAdopted, permissionNameInput, placement, shareIdInput, accountAndRegion } from "../shared-inputs.ts";
import { adviseOnPermission } from "../association/entity-checks.ts";
import { idForms } from "../resource-id-forms.ts";
import { listedShare } from "../read-share.ts";
import {
  attachedPermission,
  attachUnlessClaimed,
  detachUnowned,
  permissionClaims,
  permissionsIfThere,
  permissionPart,
} from "./permission-calls.ts";

const inputs = z.object({
  shareId: shareIdInput,
  permissionName: permissionNameInput("write one name, and another SharePermission for each other").describe(
    "Name of the permission. A change happens in place: one of the same resource type is replaced with no gap in access; one of another type is attached before the old one is detached.",
  ),
  adopt: adoptInput(idForms.permissionOfShare),
  ...placement,
});

const outputs = z.object({
  resourceType: withVocabulary(z.string(), "ResourceType").optional().describe("Resource type that the permission is for."),
  permissionVersion: z.string().optional().describe("Version of the permission that is in force."),
  defaultVersion: z.boolean().optional().describe("Whether that is the permission's default version."),
  defaultPermission: z.boolean().optional().describe("Whether this is the default permission of its resource type."),
  unverifiedPermissionNames: z
    .array(z.string())
    .optional()
    .describe(
      "Names of other permissions that a failed change may have left attached. The next update or delete detaches permissions that the program does not name.",
    ),
  ...accountAndRegion,
});

/** The `permissionName` of a state whose creation has attached nothing yet. */
const notAttached = "";

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * A permission of a share: the actions that its targets may use on resources of one type (specification: Permission association).
 *
 * - Created: when `reconcile` has attached the permission. The id is `<shareId>/<permissionName>`, or that of `adopt`; it keeps the first
 *   name when a change of `permissionName` happens in place. A creation that fails keeps the id only if it may have attached something,
 *   or its wait has timed out: the state then has the `permissionName` that a read has shown, or an empty one until an update succeeds.
 * - Exists: the share exists, and the service lists the permission, or one of `unverifiedPermissionNames`, as attached to it.
 * - Replaced: by a change of `shareId`, `account` or `region`. The replacement is attached first. When the share is replaced too, the old
 *   permission disappears with the old share in a Node program (`isDeletedWithShare`), and is detached as below in other languages.
 * - Deleted: the permission is detached. While the share holds resources of its type, the service refuses that: then the type's default
 *   permission is attached instead, with a warning. The default permission itself stays attached, with a warning, and so does a permission
 *   whose type has no known default. Nothing is done to a permission that another resource has, that is not attached any more, or whose
 *   share is gone.
 */
export const SharePermission: Resource<Inputs, State> = {
  token: "SharePermission",
  summary:
    "The permission of a share for one resource type: what its targets may do with the resources. If it is deleted while the share holds such resources, the type's default permission replaces it, and may allow more; the default permission itself stays. Make the association that adds the resources depend on this permission, or set `deletedWith` to the share (Node programs do, for a share of their own).",
  inputs,
  outputs,
  replaceOn: ["account", "region", "shareId"],
  /** Deleting first would leave the wider default permission until the new one is attached. */
  deletesBeforeReplacement: false,
  onCreateOnly: ["adopt"],
  repeats: { unverifiedPermissionNames: ["permissionName"] },
  /** A permission that is detached while the share holds resources is replaced by the default. */
  isDeletedWithShare: true,
  stable: (_state, changed) =>
    changed.includes("permissionName") ? [] : ["resourceType", "permissionVersion", "defaultVersion", "defaultPermission"],
  idForm: idForms.permissionOfShare,
  check: checkAdopted,
  advise: ({ permissionName }) => adviseOnPermission(permissionName, "permissionName"),
  canonical: (values) => values,
  claims: (_id, { shareId, permissionName: name }) =>
    typeof shareId === "string" && typeof name === "string" ? permissionClaims(shareId, "permissionName", [name]) : [],
  needsReconcile: (state) => state.unverifiedPermissionNames !== undefined,
  async create(context, wanted) {
    const id = wanted.adopt ?? `${wanted.shareId}/${wanted.permissionName}`;
    if (wanted.adopt !== undefined) return { id };
    return { id, known: { ...wanted, permissionName: notAttached } };
  },
  async read(context, id, state) {
    const [ofId = id, ...rest] = id.split("/");
    const shareId = state.shareId ?? ofId;
    const name = state.permissionName ?? rest.join("/");
    const names = namesOf({ ...state, permissionName: name });
    // A deleted share may still list permissions.
    const held = (await listedShare(context, shareId)) ? await permissionsIfThere(context.client, shareId) : [];
    // `namesOf` lists the permission of the state first.
    const [found, ...others] = names.flatMap((one) => held.find(({ PermissionName }) => PermissionName === one) ?? []);
    if (found === undefined) return undefined;
    const left = others.length > 0 ? others.map(({ PermissionName }) => PermissionName) : undefined;
    const { account, region } = state;
    return { shareId, permissionName: found.PermissionName, account, region, ...outputsOf(found), unverifiedPermissionNames: left };
  },
  async whyNotFound(context, id) {
    const [shareId = id, ...name] = id.split("/");
    const held = (await listedShare(context, shareId)) ? await permissionsIfThere(context.client, shareId) : [];
    const names = held.map(({ PermissionName }) => PermissionName).join(", ");
    return names === "" ? undefined : `${shareId} does not have the permission ${name.join("/")}; it has ${names}`;
  },
  async reconcile(context, _id, before, wanted) {
    const { shareId, permissionName: name } = wanted;
    const isLost = context.ownership.isLost(context.urn, shareId, permissionPart(name));
    const find = () => readUntilCurrent(context, shareId, (latest) => attachedPermission(latest, shareId, name));
    let attached: Permission | undefined;
    if (!isLost && before.permissionName === name) attached = await find();
    if (attached === undefined) {
      await attachUnlessClaimed(context, shareId, name, "permissionName");
      attached = await find();
    }
    if (attached === undefined)
      throw new WaitError(`${name} on ${shareId}`, ["was attached, and is not listed: another process replaced it meanwhile"]);
    // A permission of the same type has been replaced. Otherwise no list is read: it may be too old to show the permission.
    const isReplaced = before.resourceType !== undefined && before.resourceType === attached.ResourceType;
    const left = namesOf(before).filter((other) => other !== name && !(isReplaced && other === before.permissionName));
    await detachUnowned(context, shareId, left);
    return { ...wanted, adopt: undefined, ...outputsOf(attached) };
  },
  unverified: (before, wanted) => ({
    unverifiedPermissionNames: namesOf({
      ...before,
      unverifiedPermissionNames: [...(before.unverifiedPermissionNames ?? []), wanted.permissionName],
    }),
  }),
  delete: (context, _id, state) => detachUnowned(context, state.shareId, namesOf(state)),
};

/** The permissions that the resource has attached, that of the state first, or may have attached. */
function namesOf({ permissionName = notAttached, unverifiedPermissionNames: unverified = [] }: Partial<State>): string[] {
  return [...new Set([permissionName, ...unverified])].filter((name) => name !== notAttached);
}

function outputsOf(held: Permission) {
  return {
    resourceType: held.ResourceType,
    permissionVersion: held.PermissionVersion,
    defaultVersion: held.DefaultVersion,
    defaultPermission: held.DefaultPermission,
  };
}
