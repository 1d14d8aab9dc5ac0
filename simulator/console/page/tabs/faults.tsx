import { useState } from "preact/hooks";
import type { FaultRule, FullWorldFile } from "../../../index.ts";
import type { EntityNamer } from "../../search.ts";
import { outOfBand, post } from "../admin/changes.ts";
import type { ScriptedFault } from "../admin/polling.ts";
import { ActionButton, Form, type FormValues, SelectField, TextField } from "../components/forms.tsx";
import { Table } from "../components/table.tsx";

/** What each kind of fault does, and its parameters; the type makes a missing kind a compile error. */
const kinds: Readonly<Record<FaultRule["fault"]["kind"], readonly [effect: string, ...parameters: readonly string[]]>> = {
  throttled: ["refused, not executed", "retryAfterMs", "code"],
  error: ["an error is returned", "status", "code", "message", "executed"],
  lost: ["executed, no response"],
  dropped: ["not executed, no response"],
  latency: ["the response is late", "ms"],
  truncated: ["half of the response"],
  garbage: ["the response is not JSON"],
  contentType: ["an HTML page"],
  hang: ["the connection stays open", "executed"],
  expiredToken: ["the token has expired"],
  stale: ["reads show an earlier state", "ms"],
};
/** What a form calls each parameter, and an example of its value. */
const fields: Readonly<Record<string, readonly [label: string, placeholder: string]>> = {
  retryAfterMs: ["Retry after, in milliseconds", "none"],
  code: ["Error code", "such as Throttling.User"],
  status: ["HTTP status", "such as 503"],
  message: ["Message", "This error was injected."],
  ms: ["Milliseconds", "such as 1000"],
  executed: ["Executed all the same", ""],
};
const numbers: readonly string[] = ["nth", "times", "retryAfterMs", "status", "ms"];

interface FaultsTabProps {
  readonly faults: readonly ScriptedFault[] | undefined;
  readonly world: FullWorldFile | undefined;
  readonly named: EntityNamer;
  /** Operations that the form suggests. */
  readonly operations: readonly string[] | undefined;
}

/** Faults of calls, and planned failures of associations: the present ones, and forms that add more. */
export function FaultsTab({ faults, world, named, operations }: FaultsTabProps) {
  if (faults === undefined || world === undefined) return <p class="muted">Reading the faults.</p>;
  return (
    <div class="rows">
      <section aria-label="Faults of calls">
        <h2>Faults of calls</h2>
        <p class="muted">
          A fault is for calls of one operation and account, or of every one. It begins with the call “From call”, counted among these
          calls, and applies to “Times” calls; then it is removed.
        </p>
        <Faults faults={faults} named={named} />
        <FaultForm world={world} named={named} operations={operations} />
      </section>
      <section aria-label="Planned failures">
        <h2>Planned failures of associations</h2>
        <p class="muted">The calls succeed, and then the association of this resource or target fails, until the failure is removed.</p>
        <PlannedFailures world={world} />
      </section>
    </div>
  );
}

function Faults({ faults, named }: { readonly faults: readonly ScriptedFault[]; readonly named: EntityNamer }) {
  return (
    <Table
      columns={[
        { name: "Fault", cell: ({ fault }) => faultText(fault) },
        { name: "Operation", cell: ({ operation }) => operation ?? "every operation" },
        { name: "Account", cell: ({ account }) => (account === undefined ? "every account" : named(account)) },
        { name: "Injected", cell: ({ nth = 1, times = 1, hit }) => `${hit} of ${times}, from call ${nth}` },
        {
          name: "Change",
          cell: ({ id }) => (
            <ActionButton change={{ method: "DELETE", path: `faults?id=${id}` }} label={`Remove the fault ${id}`}>
              Remove
            </ActionButton>
          ),
        },
      ]}
      rows={faults}
      keyOf={({ id }) => id}
      empty="No fault is scripted."
    />
  );
}

/** How the table words a parameter that its value does not explain. */
const parameterTexts: Readonly<Record<string, (value: unknown) => string>> = {
  ms: (value) => `${String(value)} ms`,
  retryAfterMs: (value) => `retry after ${String(value)} ms`,
  executed: (value) => (value === true ? "executed" : "not executed"),
};

/** A fault with its parameters, as `latency, 300 ms`. */
function faultText({ kind, ...parameters }: FaultRule["fault"]): string {
  return [kind, ...Object.entries(parameters).map(([name, value]) => parameterTexts[name]?.(value) ?? String(value))].join(", ");
}

function labelOf(parameter: string): string {
  return fields[parameter]?.[0] ?? parameter;
}

function FaultForm({ world, named, operations = [] }: Omit<FaultsTabProps, "faults"> & { readonly world: FullWorldFile }) {
  const [kind, setKind] = useState<keyof typeof kinds>("throttled");
  const [, ...parameters] = kinds[kind];
  return (
    <Form
      button="Add fault"
      change={(values) =>
        post("faults", {
          ...filled(values, ["operation", "account", "nth", "times"]),
          fault: { kind, ...filled(values, parameters), ...(values("executed") !== "" && { executed: true }) },
        })
      }
    >
      <SelectField
        label="Kind"
        value={kind}
        // The options are the kinds.
        onValue={(value) => setKind(value as keyof typeof kinds)}
        options={Object.entries(kinds).map(([value, [effect]]) => [value, `${value}: ${effect}`])}
      />
      <TextField label="Operation" name="operation" placeholder="every operation" suggestions={operations} />
      <SelectField
        label="Account"
        name="account"
        options={[["", "every account"], ...world.accounts.map(({ id }) => [id, named(id)] as const)]}
      />
      <TextField label="From call" name="nth" type="number" placeholder="1" />
      <TextField label="Times" name="times" type="number" placeholder="1" />
      {parameters.map((name) =>
        name === "executed" ? (
          <SelectField key={name} label={labelOf(name)} name={name} options={[["", "no"], ["yes"]]} />
        ) : (
          <TextField
            key={name}
            label={labelOf(name)}
            name={name}
            type={numbers.includes(name) ? "number" : "text"}
            placeholder={fields[name]?.[1] ?? ""}
          />
        ),
      )}
    </Form>
  );
}

function PlannedFailures({ world }: { readonly world: FullWorldFile }) {
  return (
    <>
      <Table
        columns={[
          { name: "Of", cell: ([id]) => id },
          { name: "Fails", cell: ([, { on }]) => on },
          { name: "With", cell: ([, { reason, description }]) => `${reason}, ${description}` },
          {
            name: "Change",
            cell: ([id]) => (
              <ActionButton change={outOfBand("planFailure", id, null)} label={`Remove the planned failure of ${id}`}>
                Remove
              </ActionButton>
            ),
          },
        ]}
        rows={Object.entries(world.failures)}
        keyOf={([id]) => id}
        empty="No failure is planned."
      />
      <Form
        button="Plan failure"
        change={(values) => outOfBand("planFailure", values("entity"), filled(values, ["on", "reason", "description"]))}
      >
        <TextField label="Resource or target" name="entity" isRequired suggestions={world.resources.map(({ id }) => id)} />
        <SelectField label="What fails" name="on" options={[["Associate"], ["Disassociate"], ["Accept"]]} />
        <TextField label="Reason" name="reason" placeholder="Unavailable" />
        <TextField label="Description" name="description" placeholder="the entity is not available" />
      </Form>
    </>
  );
}

/** The values of the fields that are not empty; the service validates them. */
function filled(values: FormValues, names: readonly string[]): Record<string, string | number> {
  const found = names.filter((name) => values(name) !== "");
  return Object.fromEntries(found.map((name) => [name, numbers.includes(name) ? Number(values(name)) : values(name)]));
}
