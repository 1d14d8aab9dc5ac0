import { z } from "zod";
import { isExistingShare, owners, ResourceShare } from "../api/entities.ts";
import { shareIdForm } from "../api/id-forms.ts";
import { ListResourceShares } from "../api/shares.ts";
import type { Client } from "../client/client.ts";
import { InputError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { ProgramFunction } from "./types.ts";
import { requestOf } from "./arguments.ts";
import { fromWire } from "./camel-case.ts";
import { printableResult } from "./printable-result.ts";

const args = z
  .object({
    name: z.string().min(1, "is empty: write the name of a share").optional().describe("name of the share; either this or `id`"),
    id: z.string().optional().describe("id of the share; either this or `name`"),
    resourceOwner: z
      .enum(owners)
      .optional()
      .describe("`Self` (default): a share of this account; `OtherAccounts`: one that is shared with it"),
  })
  .meta({ exactlyOne: ["name", "id"] });

/** Returns exactly one share by name or id; deleted shares do not count. */
export const getResourceShare: ProgramFunction = {
  name: "getResourceShare",
  summary: "One share, by its name or its id; an error with their number when it is not exactly one.",
  effect: "read",
  operation: "ListResourceShares",
  shapes: () => ({ args, result: ResourceShare }),
  async call(client, values) {
    const { name, id, resourceOwner = "Self" } = requestOf({ visible: args, whole: args, idForms: { id: shareIdForm } }, values);
    if ((name === undefined) === (id === undefined)) throw InputError.of("name", "exactly one of name and id is required");
    const found = await client.all(
      ListResourceShares,
      { ResourceOwner: resourceOwner, ResourceShareName: name, ResourceShareIds: id === undefined ? undefined : [id] },
      (page) => page.ResourceShares,
    );
    const existing = found.filter((item) => isExistingShare(item) && (name === undefined || item.ResourceShareName === name));
    const [share, ...others] = existing;
    if (share === undefined || others.length > 0) {
      const criterion = name === undefined ? `with id ${id}` : `named "${name}"`;
      const ids = existing.map(({ ResourceShareId }) => ResourceShareId).join(", ");
      const problem =
        share === undefined
          ? `no share ${criterion} was found in ${await placeOf(client)}, with resourceOwner ${resourceOwner}; check the id or name, \`account\` and \`region\``
          : `${existing.length} shares ${criterion} were found; name one of them by its id: ${ids}`;
      throw InputError.of(name === undefined ? "id" : "name", problem);
    }
    const result = printableResult(fromWire(ResourceShare, share));
    return isRecord(result) ? result : {};
  },
};

/** Returns where a client looks, for the reader of a message only: a failure to find the account must not hide the reason. */
async function placeOf(client: Client): Promise<string> {
  const account = await client.callerAccount().catch(() => undefined);
  return `${account === undefined ? "this account" : `account ${account}`} and region ${client.region}`;
}
