import { lastWriteAt, withCancellation, withDeadline } from "../client/pipeline/deadline.ts";
import { ApiError, asError, InputError, UnsettledError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { ignoringAbsentValues } from "./absent-values.ts";
import { checkValues } from "./check-values.ts";
import { changedArguments } from "./diff.ts";
import type { Driver, OperationContext, Outcome } from "./driver.ts";
import { meansGone, waitUntilVisible } from "./retry-until.ts";
import { PartialUpdateError } from "./partial-update-error.ts";
import { ResumedElsewhereError } from "./resumed-elsewhere-error.ts";
import type { Context, Resource, Values } from "./resource.ts";
import { inStoredOrder } from "./list-order.ts";
import { completedState, validateState } from "./validate-state.ts";
import type { Host } from "./host.ts";
import { assertSameAccount, assertSameRegion, accountAndRegionOf } from "./account-region.ts";

interface Reconciled {
  readonly outcome: Outcome;
  /** Whether a read after a failure has found no object. */
  readonly isAbsent?: boolean;
  /** Whether the operation has failed before any write that may have taken effect. */
  readonly isUnchanged?: boolean;
}

/** Returns the driver of a resource: it validates values, keeps the id after every failure, and bounds every wait. */
export function createDriver(resource: Resource, host: Host): Driver {
  const names = Object.keys(resource.inputs.shape);
  const computed: readonly string[] = resource.computed ?? [];

  /** Registers the claims by the share's id and by its URN, because a first preview knows the URN only. */
  const claim = ({ urn, share }: OperationContext, id: string | undefined, inputs: Values) => {
    const named = share === undefined ? [] : resource.claims(undefined, { ...inputs, shareId: share });
    const byName = names.includes("shareId") ? named : resource.claims(urn, inputs);
    host.claims.claim(urn, [...resource.claims(id, inputs), ...byName]);
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

  const open = async (values: Values, { urn, origin, timeoutMs }: OperationContext, isSnapshot = false): Promise<Context> => ({
    client: await host.client(textOf(values["account"]), textOf(values["region"])),
    device: () => host.device(textOf(values["account"])),
    clock: host.clock,
    deadline: host.clock.now() + (timeoutMs ?? (await host.timeoutMs())),
    claims: host.claims,
    shared: host.shared,
    urn,
    origin,
    processId: host.processId,
    isSnapshot,
    usesCreateTag: await host.usesCreateTag(),
    reportProgress: (progress, isFinal) => host.log.status(progress, isFinal === true ? { urn, isFinal } : { urn }),
    warn: (message) => host.log.warn(message, { urn }),
  });

  /** Runs an operation; all its calls and reads end at its deadline. */
  const within = async <T>(
    values: Values,
    operationContext: OperationContext,
    run: (context: Context) => Promise<T>,
    isSnapshot = false,
  ): Promise<T> => {
    const context = await open(values, operationContext, isSnapshot);
    return withDeadline(context.deadline, () => run(context));
  };

  /**
   * Runs work that ends when the user cancels the update: its waits at once, and a write in flight with its answer or after three seconds.
   * No further write is sent then, so that a read that follows can find what the last one has done.
   */
  const unlessCancelled = async <T>(work: () => Promise<T>): Promise<T> => {
    if (resource.isAction === true) return work();
    return withCancellation(host.cancellation, work).catch((error: unknown) => {
      // What the work throws then says less, except that another process owns the object.
      if (!(error instanceof ResumedElsewhereError)) host.cancellation?.throwIfAborted();
      throw error;
    });
  };

  /** Reads the object. Reports an absence only when the credentials belong to the account of the state. */
  const readVerified = async (context: Context, id: string, state: Values): Promise<Values | undefined> => {
    assertSameRegion(context, state);
    const found = await resource.read(context, id, state);
    if (found === undefined) await assertSameAccount(context, state);
    // The account of an import is recorded, so that later runs compare it.
    const accountId = isEmpty(state) ? await context.client.callerAccount() : state["accountId"];
    return found && { ...inStoredOrder(resource, found, state), accountId, regionId: state["regionId"] ?? context.client.region };
  };

  /** Returns the actual state of what is in the old state or in the arguments. */
  const readManaged = (context: Context, id: string, state: Values, inputs: Values) =>
    readVerified(context, id, resource.canonical({ ...merged(state, inputs), ...resource.unverified?.(state, inputs) }));

  /** Reconciles an object that has an id. From here on a failure is returned beside the state, so that the id is kept. */
  const reconcile = async (
    context: Context,
    operationContext: OperationContext,
    id: string,
    before: Values | undefined,
    trusted: boolean,
    wanted: Values,
  ): Promise<Reconciled> => {
    const where = await accountAndRegionOf(context);
    let begun: Values | undefined;
    try {
      const actual = trusted ? before : await readManaged(context, id, before ?? {}, wanted);
      // A managed object that is absent is reconciled from nothing; an object to adopt must exist.
      const start = actual ?? (before && emptied(before));
      if (start === undefined) throw missing(resource, id, wanted);
      claim(operationContext, id, wanted);
      const reconciled = await unlessCancelled(() => resource.reconcile(context, id, (begun = start), wanted));
      return { outcome: { id, state: { ...inStoredOrder(resource, reconciled, { ...before, ...wanted }), ...where } } };
    } catch (error) {
      const known = before ?? begun;
      if (known === undefined) throw error; // Nothing was changed: without an id, the next run finds the object again by its create tag.
      if (error instanceof PartialUpdateError) return { outcome: { id, state: { ...error.state, ...where }, failure: error.failure } };
      const failure = asError(error);
      // Without a write, what the program lists besides the state was not added by this resource.
      const isUnchanged = lastWriteAt() === undefined && resource.isAction !== true;
      await waitUntilVisible(context, error, lastWriteAt());
      const read = isUnchanged ? readVerified(context, id, resource.canonical(known)) : readManaged(context, id, before ?? {}, wanted);
      const found = await read.catch(() => "unseen" as const);
      const unseen = isUnchanged ? known : possibleState(resource, known, wanted);
      if (found === "unseen") return { outcome: { id, state: { ...unseen, ...where }, failure }, isUnchanged };
      const state = found === undefined ? known : inStoredOrder(resource, found, known); // `known`: the next run finds the same changes.
      return { outcome: { id, state: { ...state, ...where }, failure }, isAbsent: found === undefined, isUnchanged };
    }
  };

  /**
   * Returns the context of a delete. Where the resource has its current object, the deleted one was replaced: a forced replacement
   * creates first, and a run that is interrupted in between leaves the delete to the next one.
   * Under a name of its own, the replaced object leaves alone what the current one claims.
   */
  const deleting = (context: Context): Context =>
    host.claims.hasCurrent(context.urn) ? { ...context, urn: `${context.urn} (replaced)` } : context;

  return ignoringAbsentValues({
    check(inputs, operationContext) {
      host.claims.recordDeclared(operationContext.urn);
      host.expectedCalls.recordCheck(operationContext.urn);
      const failures = checkValues(resource, inputs);
      if (failures.length > 0) return { inputs, failures };
      const canonical = inStoredOrder(resource, resource.canonical(inputs), operationContext.previous ?? {});
      try {
        // An object to adopt is claimed from the start; once the object exists, `adopt` has no meaning.
        claim(operationContext, operationContext.isNew === true ? textOf(canonical["adopt"]) : undefined, canonical);
        if (operationContext.isNew === true) host.expectedCalls.add(operationContext.urn, resource.batchedShareId?.(canonical));
        return { inputs: canonical, failures };
      } catch (error) {
        if (error instanceof InputError) return { inputs: canonical, failures: error.failures };
        throw error;
      }
    },

    diff(id, state, inputs, operationContext) {
      const before = completedState(resource, state);
      // A refresh, and the replacement of another resource, compare by the URN of the state, from which the program may have moved on.
      if (host.claims.isDeclared(operationContext.urn)) claim(operationContext, id, inputs);
      host.claims.recordInState(operationContext.urn, id);
      const changed = changedArguments(resource, state, inputs);
      const replaces = changed.filter((name) => resource.replaceOn.some((other) => other === name));
      // The engine can replace an object that has changed. A refresh compares too, and a destroy may follow it.
      host.claims.recordCurrent(operationContext.urn, changed.length === 0 && host.claims.isDeclared(operationContext.urn));
      const needsReconcile = resource.needsReconcile(before);
      const isUpdate = (changed.length > 0 || needsReconcile) && replaces.length === 0;
      if (isUpdate) host.expectedCalls.add(operationContext.urn, resource.batchedShareId?.(inputs));
      return { changed, replaces, needsReconcile };
    },

    async create(inputs, operationContext) {
      const wanted = checked(inputs);
      host.expectedCalls.recordStart(operationContext.urn, resource.batchedShareId?.(wanted));
      host.cancellation?.throwIfAborted();
      return within(wanted, operationContext, async (context) => {
        // Checked before the creation: a failure afterwards would leave a resource of the wrong account in the state.
        await context.client.checkAccount();
        await context.client.callerAccount();
        const { id, known, isNew } = await unlessCancelled(() => resource.create(context, wanted));
        try {
          const { outcome, isAbsent, isUnchanged } = await reconcile(context, operationContext, id, known, known !== undefined, wanted);
          // Nothing was created or adopted, so no id is kept, unless the next run continues the wait. Nor is that of another process's object.
          const nothing = (isAbsent === true || isUnchanged === true) && isNew !== true && !(outcome.failure instanceof UnsettledError);
          if (outcome.failure && (nothing || outcome.failure instanceof ResumedElsewhereError)) throw outcome.failure;
          host.claims.recordCurrent(context.urn, true);
          return { ...outcome, ...givenOf(wanted) };
        } catch (error) {
          await resource.abandon?.(context, id);
          throw error;
        }
      });
    },

    async read(id, state, operationContext) {
      validateState(resource, state);
      const read = async (context: Context) => {
        const own = isEmpty(state) && resource.importId ? await resource.importId(context, id) : id;
        return { id: own, found: await readVerified(context, own, state) };
      };
      const { id: own, found } = await within(state, operationContext, read, true);
      return (
        found && {
          id: own,
          state: found,
          inputs: only(
            found,
            // Computed arguments that the program has set must be there: `ignoreChanges` reads them from here.
            names.filter((name) => !computed.includes(name) || operationContext.given?.includes(name)),
          ),
        }
      );
    },

    async update(id, state, inputs, operationContext) {
      const wanted = checked(inputs);
      host.expectedCalls.recordStart(operationContext.urn, resource.batchedShareId?.(wanted));
      const before = completedState(resource, state);
      host.claims.recordCurrent(operationContext.urn, true);
      const { outcome: reconciled, isAbsent } = await within(wanted, operationContext, async (context) => {
        await assertSameAccount(context, before);
        return reconcile(context, operationContext, id, before, !resource.needsReconcile(before), wanted);
      });
      const outcome = { ...reconciled, ...givenOf(wanted) };
      const { failure } = outcome;
      const wasLost = isAbsent === true && failure instanceof ApiError && (failure.category === "absent" || meansGone(failure));
      return wasLost ? { ...outcome, failure: missing(resource, id, wanted, failure) } : outcome;
    },

    async delete(id, state, operationContext) {
      validateState(resource, state);
      host.expectedCalls.recordDelete(resource.batchedShareId?.(state));
      await within(state, operationContext, async (context) => {
        await assertSameAccount(context, state);
        await unlessCancelled(() => resource.delete(deleting(context), id, state));
      });
    },
  });
}

/** Merges a state and arguments: lists and maps are joined; for all else the arguments win. */
function merged(state: Values, inputs: Values): Values {
  const both = new Set([...Object.keys(state), ...Object.keys(inputs)]);
  return Object.fromEntries(
    [...both].map((name) => {
      const [before, after] = [state[name], inputs[name]];
      if (Array.isArray(before) && Array.isArray(after)) return [name, before.concat(after) as unknown];
      if (isRecord(before) && isRecord(after)) return [name, { ...before, ...after }];
      return [name, after ?? before];
    }),
  );
}

/**
 * Returns the state after a failure that no read could follow. A list has what it had before and what may have been added,
 * so that a later delete or change removes that as well; the next update reads what is really there.
 * All else stays as before, so that the next run finds the same changes.
 */
function possibleState(resource: Resource, before: Values, wanted: Values): Values {
  const both = resource.canonical(merged(before, wanted));
  const lists = Object.keys(resource.inputs.shape).filter((name) => Array.isArray(both[name]));
  const state = { ...before, ...only(both, lists), ...resource.unverified?.(before, wanted) };
  return resource.needsReconcile(state) ? state : before;
}

/** Returns the state with empty lists and maps. */
function emptied(state: Values): Values {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? [] : isRecord(value) ? {} : value]));
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function missing(resource: Resource, id: string, inputs: Values, cause?: Error): Error {
  if (inputs["adopt"] === id) return InputError.of("adopt", `there is no ${resource.token} ${id} in this account and region`);
  return new Error(
    `${resource.token} ${id} does not exist any more${cause ? ` (${cause.message})` : ""}: run \`pulumi refresh\`, then \`pulumi up\` makes it anew`,
    { cause },
  );
}

/** Returns whether a state is that of an import: nothing but the id is known. */
function isEmpty(state: Values): boolean {
  return Object.values(state).every((value) => value === undefined);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
