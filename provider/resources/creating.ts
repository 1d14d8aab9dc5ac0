import type { ResourceShare as ShareRecord } from "../api/entities.ts";
import { maxEntries, maxTags } from "../api/parameters.ts";
import { CreateResourceShare, ListResourceShares } from "../api/shares.ts";
import type { Client } from "../client/client.ts";
import { WaitError } from "../kernel/errors.ts";
import { digest } from "../kernel/ids.ts";
import { exactlyOnce } from "../lifecycle/persist.ts";
import type { Context } from "../lifecycle/resource.ts";
import { watchOf } from "../lifecycle/watch.ts";
import { packed, parametersOf } from "./associating.ts";
import { entitiesOf, type EntityLists, listsOf } from "./entities.ts";
import { creatingKey, type Tags, toTagList } from "./tagging.ts";

interface Wanted extends EntityLists {
  readonly name: string;
  readonly allowExternalTargets?: boolean | undefined;
  readonly resourceGroupId?: string | undefined;
  readonly tags?: Tags | undefined;
}

/** A share that was just made, with what the creating call put into it. */
export interface Made {
  readonly share: ShareRecord;
  readonly lists: EntityLists;
  readonly tags: Tags;
  readonly marked: boolean;
}

/** Makes a share, or finds the one that an earlier attempt made for the same resource; `undefined` details mean: look at it. */
export async function makeShare(context: Context, wanted: Wanted): Promise<{ readonly id: string; readonly made?: Made }> {
  const mark = digest(context.self);
  if (context.trace) {
    const earlier = (await marksOf(context.client)).get(mark);
    if (earlier !== undefined) {
      context.claims.takeUp(earlier);
      return { id: earlier };
    }
  }
  const [first = []] = packed(entitiesOf(wanted));
  const tags = Object.fromEntries(Object.entries(wanted.tags ?? {}).slice(0, context.trace ? maxTags - 1 : maxTags));
  const permissionNames = wanted.permissionNames?.slice(0, maxEntries);
  const request = {
    ResourceShareName: wanted.name,
    AllowExternalTargets: wanted.allowExternalTargets,
    ResourceGroupId: wanted.resourceGroupId,
    ...parametersOf(first),
    PermissionNames: permissionNames,
    Tag: [...toTagList(tags), ...(context.trace ? [{ Key: creatingKey, Value: mark }] : [])],
  };
  return exactlyOnce(
    context,
    async (options) => {
      const { ResourceShare: share } = await context.client.call(CreateResourceShare, request, options);
      watchOf(context.client, context.clock).made.set(share.ResourceShareId, context.clock.now());
      const lists = { ...listsOf(first), permissionNames };
      return { id: share.ResourceShareId, made: { share, lists, tags, marked: context.trace } };
    },
    async () => {
      if (!context.trace) {
        throw new WaitError(`the creation of share "${wanted.name}"`, [
          "got no answer, and without `trace` a share cannot be recognised: look whether it exists, and take it over with `adopt`",
        ]);
      }
      const found = (await freshMarks(context.client)).get(mark);
      return found === undefined ? undefined : { id: found };
    },
  );
}

/** Whether a share still bears the mark of the creation that a resource began. */
export function bearsMarkOf(self: string, share: ShareRecord | undefined): boolean {
  return share?.Tags?.some(({ Key, Value }) => Key === creatingKey && Value === digest(self)) ?? false;
}

const marks = new WeakMap<Client, Promise<ReadonlyMap<string, string>>>();

/** The shares that bear a mark, by mark; looked up once for each client, before its first creation. */
function marksOf(client: Client): Promise<ReadonlyMap<string, string>> {
  const known = marks.get(client);
  if (known) return known;
  const look = freshMarks(client);
  marks.set(client, look);
  look.catch(() => marks.delete(client));
  return look;
}

async function freshMarks(client: Client): Promise<ReadonlyMap<string, string>> {
  const shares = await client.all(
    ListResourceShares,
    { ResourceOwner: "Self", Tag: [{ Key: creatingKey }] },
    (page) => page.ResourceShares,
  );
  return new Map(
    shares
      .filter(({ ResourceShareStatus }) => ResourceShareStatus === "Active" || ResourceShareStatus === "Pending")
      .flatMap(({ ResourceShareId, Tags }) => {
        const mark = Tags?.find(({ Key }) => Key === creatingKey)?.Value;
        return mark === undefined ? [] : [[mark, ResourceShareId] as const];
      }),
  );
}
