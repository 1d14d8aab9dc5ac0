import { z } from "zod";
import { CheckSharingWithResourceDirectoryStatus, EnableSharingWithResourceDirectory } from "../api/directory.ts";
import { failedWith } from "../api/error-codes.ts";
import { pollUntil, retryWhileInProgress } from "../lifecycle/retry-until.ts";
import type { Context, Resource } from "../lifecycle/resource.ts";
import { idForms } from "./resource-id-forms.ts";
import { adoptInput, placement, accountAndRegion } from "./shared-inputs.ts";

const inputs = z.object({ adopt: adoptInput(idForms.directorySharing), ...placement });
const outputs = z.object({
  enabled: z.boolean().describe("Whether sharing inside the resource directory is enabled."),
  ...accountAndRegion,
});

/** The only id: an account has one resource directory, in which sharing is enabled or not. */
const onlyId = "directory-sharing";

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * Enables sharing inside the resource directory (specification: Directory enablement).
 *
 * - Created: when `reconcile` has enabled sharing and the service reports it. The id is the same everywhere. A creation that fails
 *   keeps no id if nothing was written, or if a read shows that sharing is not enabled. After a wait that timed out, the id is kept.
 * - Exists: sharing inside the directory is enabled.
 * - Replaced: by a change of `account` or `region`.
 * - Deleted: only from the state, with a warning; sharing stays enabled.
 */
export const DirectorySharing: Resource<Inputs, State> = {
  token: "DirectorySharing",
  summary:
    "Enables sharing inside the resource directory, which folders and members as targets need. The API cannot disable it: a deleted resource is only removed from the state, and sharing stays enabled.",
  inputs,
  outputs,
  replaceOn: ["account", "region"],
  deletesBeforeReplacement: true,
  onCreateOnly: ["adopt"],
  stable: () => ["enabled"],
  idForm: idForms.directorySharing,
  check: () => [],
  canonical: (values) => values,
  claims: () => [],
  needsReconcile: (state) => !state.enabled,
  async create(_context, wanted) {
    return wanted.adopt === undefined ? { id: onlyId, known: { ...wanted, enabled: false } } : { id: onlyId };
  },
  async read(context, _id, state) {
    return (await isEnabled(context)) ? { account: state.account, region: state.region, enabled: true } : undefined;
  },
  async reconcile(context, _id, _before, wanted) {
    if (!(await isEnabled(context))) {
      await enable(context);
      await pollUntil(context, "sharing inside the resource directory", async () =>
        (await isEnabled(context)) ? { value: undefined } : { seen: "not enabled" },
      );
    }
    return { ...wanted, adopt: undefined, enabled: true };
  },
  async delete(context) {
    context.warn(
      "sharing inside the resource directory stays enabled: the API has no operation that disables it. The resource is only removed from the state",
    );
  },
};

async function isEnabled(context: Context): Promise<boolean> {
  return (await context.client.call(CheckSharingWithResourceDirectoryStatus, {})).EnableSharingWithRd;
}

async function enable(context: Context): Promise<void> {
  try {
    await retryWhileInProgress(context, "enabling sharing inside the directory", () =>
      context.client.call(EnableSharingWithResourceDirectory, {}),
    );
  } catch (error) {
    if (!failedWith(error, EnableSharingWithResourceDirectory, "AlreadyEnabled")) throw error;
  }
}
