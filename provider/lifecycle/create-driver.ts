import { isAbout } from "../api/error-codes.ts";
import { ApiError, type Failure, InputError, UnsettledError } from "../kernel/errors.ts";
import { stringOrUndefined } from "../kernel/json.ts";
import { argumentOf, entryOf } from "../kernel/paths.ts";
import { shortName } from "../kernel/type-tokens.ts";
import { ignoringAbsentValues } from "./absent-values.ts";
import { accountAndRegionOf, assertSameAccount, namesOwnRegion, regionDifference } from "./account-region.ts";
import { assertImportable, checkValues } from "./check-values.ts";
import { changedArguments } from "./diff.ts";
import type { Driver, OperationContext, Outcome } from "./driver.ts";
import type { Host } from "./host.ts";
import { inStoredOrder } from "./list-order.ts";
import { isEmpty, objectOf, only, readVerified } from "./read-object.ts";
import { missingError, notFoundError, reconcileObject } from "./reconcile-object.ts";
import type { Context, Resource, Values } from "./resource.ts";
import { runOperation, unlessCancelled } from "./run-operation.ts";
import { completedState, validateState } from "./validate-state.ts";

/** The engine shows an adoption as a creation, which takes nothing away. */
const adoptionWarning =
  "adopt: `pulumi up` changes what it adopts to the arguments of the program, also where another stack of the project manages it (`resourceshare adopt --config .` tells); a preview does not read it, `resourceshare diff --live` does";

/** Returns a failure for `adopt` of another object than the one that the resource has. An acceptor may adopt by the id of its invitation. */
function adviseOnAdopt(resource: Resource, id: string, { adopt }: Values): Failure[] {
  if (typeof adopt !== "string" || "importId" in resource || objectOf(adopt) === objectOf(id)) return [];
  return [{ property: "adopt", reason: `has no effect, because this resource has ${id} already: take it out` }];
}

/**
 * Returns the driver of a resource: it validates values, keeps the id of an object after a failure, and bounds every wait.
 * A creation that has left nothing, and is not waiting either, keeps no id.
 */
export function createDriver(resource: Resource, host: Host): Driver {
  const names = Object.keys(resource.inputs.shape);
  const computed: readonly string[] = resource.computed ?? [];

  /** Registers the claims by ids and by URNs, because a first preview knows URNs only. */
  const claim = ({ urn, urns }: OperationContext, id: string | undefined, inputs: Values) =>
    host.claims.claim(urn, [...resource.claims(id, inputs), ...resource.claims(urn, { ...inputs, ...urns })]);

  /** People tell objects apart by their names: an equal one is probably a copy that was not edited. */
  const adviseOnName = ({ urn, region }: OperationContext, { name, account }: Values): Failure[] => {
    if (typeof name !== "string") return [];
    const other = host.claims.namesakeOf(urn, JSON.stringify([resource.token, name, account, region?.regionId]));
    return other === undefined ? [] : [{ property: "name", reason: `${shortName(other)} has the same name: give each its own` }];
  };

  const givenOf = (inputs: Values): Pick<Outcome, "given"> => {
    const given = computed.filter((name) => inputs[name] !== undefined);
    return given.length > 0 ? { given } : {};
  };

  const checked = (inputs: Values): Values => {
    const failures = checkValues(resource, inputs);
    if (failures.length > 0) throw new InputError(failures);
    return inStoredOrder(resource, resource.canonical(inputs), inputs);
  };

  /** Records what the resource has after its operation: what the stored state names. */
  const recordEnded = (urn: string, outcome: Outcome | undefined) =>
    host.ownership.recordEnded(urn, outcome === undefined ? [] : resource.claims(outcome.id, outcome.state));

  const untilEnded = async (urn: string, operation: () => Promise<Outcome>): Promise<Outcome> => {
    let outcome: Outcome | undefined;
    try {
      outcome = await operation();
      return outcome;
    } finally {
      recordEnded(urn, outcome);
    }
  };

  return ignoringAbsentValues(resource, host.log, {
    check(inputs, operationContext) {
      host.ownership.recordChecked(operationContext.urn);
      const failures = checkValues(resource, inputs);
      const failing = new Set(failures.map(({ property }) => entryOf(property)));
      for (const { property, reason } of [...(resource.advise?.(inputs) ?? []), ...adviseOnName(operationContext, inputs)]) {
        if (!failing.has(entryOf(property)) && !failing.has(argumentOf(property)))
          host.log.warn(`${property}: ${reason}`, operationContext);
      }
      if (failures.length > 0) return { inputs, failures };
      const canonical = inStoredOrder(resource, resource.canonical(inputs), operationContext.previous ?? {});
      try {
        // An object to adopt is claimed from the start; once the object exists, `adopt` has no meaning.
        const adopted = operationContext.isNew === true ? stringOrUndefined(canonical["adopt"]) : undefined;
        claim(operationContext, adopted, canonical);
        if (adopted !== undefined) host.warnOnce(adoptionWarning);
        return { inputs: canonical, failures };
      } catch (error) {
        if (error instanceof InputError) return { inputs: canonical, failures: error.failures };
        throw error;
      }
    },

    diff(id, state, inputs, operationContext) {
      const before = completedState(resource, state);
      const { urn } = operationContext;
      // A refresh, and the replacement of another resource, compare what this run has not checked.
      const isDeclared = host.ownership.isPending(urn);
      const changed = changedArguments(resource, state, inputs);
      const replaces = changed.filter((name) => resource.replaceOn.some((other) => other === name) && !namesOwnRegion(name, state, inputs));
      const listed = replaces.length === 0 ? { ...inputs, ...only(state, ["accountId", "regionId"]) } : inputs;
      if (isDeclared) {
        const failures = resource.checkChange?.(before, inputs) ?? [];
        if (failures.length > 0) throw new InputError(failures);
        claim(operationContext, id, listed);
        const advice = replaces.length === 0 ? (resource.adviseOnChange?.(before, inputs) ?? []) : [];
        for (const { property, reason } of [...advice, ...adviseOnAdopt(resource, id, inputs)])
          host.log.warn(`${property}: ${reason}`, operationContext);
      }
      const isLost = host.ownership.recordCompared(urn, resource.claims(id, state), replaces.length > 0 ? [] : resource.claims(id, listed));
      const needsReconcile = isLost || resource.needsReconcile(before);
      const isUnchanged = changed.length === 0 && !needsReconcile;
      const otherRegion = isDeclared && replaces.length === 0 ? regionDifference(operationContext.region, state) : undefined;
      if (otherRegion !== undefined) {
        const { text, advice } = otherRegion;
        if (!isUnchanged) throw new Error(`${text}: nothing was done. ${advice}`);
        host.log.warn(`${text}: it stays where it is. ${advice}`, operationContext);
      }
      if (isDeclared && isUnchanged) recordEnded(urn, { id, state });
      return { changed, replaces, needsReconcile };
    },

    create: (inputs, operationContext) =>
      untilEnded(operationContext.urn, async () => {
        const wanted = checked(inputs);
        host.cancellation?.throwIfAborted();
        return runOperation(host, wanted, operationContext, async (context) => {
          // Before the creation: a failure afterwards would leave a resource of the wrong account in the state, or lose the id.
          await context.client.checkAccount();
          const where = await accountAndRegionOf(context);
          const { id, known, isNew } = await unlessCancelled(host, resource, () => resource.create(context, wanted));
          const claimAll = (all: Values) => claim(operationContext, id, all);
          const change = { id, before: known, isTrusted: known !== undefined, wanted, where, claim: claimAll };
          const { outcome, isAbsent, isUnchanged } = await reconcileObject(resource, host, context, change);
          // Without an object that this resource has created or changed, no id is kept, unless the next run continues the wait.
          const hasNothing = (isAbsent === true || isUnchanged === true) && isNew !== true;
          if (outcome.failure && hasNothing && !(outcome.failure instanceof UnsettledError)) throw outcome.failure;
          return { ...outcome, ...givenOf(wanted) };
        });
      }),

    async read(id, state, operationContext) {
      validateState(resource, state);
      if (isEmpty(state) || operationContext.isLookup === true) assertImportable(resource, id);
      const read = async (context: Context) => {
        const own = isEmpty(state) && resource.importId ? await resource.importId(context, id) : id;
        // A refresh reports an absence. An import or a lookup names an object that must be there.
        const isNamed = isEmpty(state) || operationContext.isLookup === true;
        const found = await readVerified(resource, context, own, state, isNamed);
        if (found === undefined && isNamed) {
          const why = await resource.whyNotFound?.(context, own);
          throw why === undefined ? notFoundError("id", resource, id, await accountAndRegionOf(context)) : InputError.of("id", why);
        }
        return { id: own, found };
      };
      const { id: own, found } = await runOperation(host, state, { ...operationContext, isSnapshot: true }, read);
      // A program that is generated from an import repeats no default.
      const defaults = isEmpty(state) ? resource.canonical({}) : {};
      return (
        found && {
          id: own,
          state: found,
          inputs: only(
            found,
            // Computed arguments that the program has set must be there: `ignoreChanges` reads them from here.
            names.filter((name) => found[name] !== defaults[name] && (!computed.includes(name) || operationContext.given?.includes(name))),
          ),
        }
      );
    },

    update: (id, state, inputs, operationContext) =>
      untilEnded(operationContext.urn, async () => {
        const wanted = checked(inputs);
        const before = completedState(resource, state);
        const listed = { ...wanted, ...only(state, ["accountId", "regionId"]) };
        host.ownership.recordCompared(operationContext.urn, resource.claims(id, state), resource.claims(id, listed));
        const { outcome: reconciled, isAbsent } = await runOperation(host, wanted, operationContext, async (context) => {
          await assertSameAccount(resource, context, before);
          const where = await accountAndRegionOf(context);
          const claimAll = (all: Values) => claim(operationContext, id, all);
          // The engine also calls an update without a difference after one that has failed. An action cannot be read.
          const isExpected = resource.isAction || operationContext.isStoredAnew || changedArguments(resource, state, wanted).length > 0;
          const isTrusted = isExpected && !resource.needsReconcile(before);
          return reconcileObject(resource, host, context, { id, before, isTrusted, wanted, where, claim: claimAll });
        });
        const outcome = { ...reconciled, ...givenOf(wanted) };
        const { failure } = outcome;
        // A refusal for another reason, such as a quota, is a better message than that the object is absent.
        const mayMeanAbsent = failure instanceof ApiError && (failure.category === "absent" || isAbout(failure, "request"));
        return isAbsent === true && mayMeanAbsent
          ? { ...outcome, failure: missingError(resource, id, { ...before, ...wanted }, failure) }
          : outcome;
      }),

    async delete(id, state, operationContext) {
      validateState(resource, state);
      // The object is where it was created, whatever region is configured now.
      const place = { account: state["account"], region: state["region"] ?? state["regionId"] };
      await runOperation(host, place, { ...operationContext, isDeletion: true }, async (context) => {
        await assertSameAccount(resource, context, state);
        await unlessCancelled(host, resource, () => resource.delete(context, id, state));
      });
    },
  });
}
