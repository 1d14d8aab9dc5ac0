import { useState } from "preact/hooks";
import type { FaultRule, FullWorldFile } from "../../../index.ts";
import { send } from "../admin/admin-client.ts";
import type { ScriptedFault } from "../admin/polling.ts";
import { ActionButton } from "../components/actions.tsx";
import { ActionForm, filled, type FormValues, SelectField, TextField } from "../components/fields.tsx";
import { PlannedFailures } from "./planned-failures.tsx";

/** What each kind of fault does; the type makes a missing kind a compile error. */
const effects: Readonly<Record<FaultRule["fault"]["kind"], string>> = {
  throttled: "refused, not executed",
  error: "an error is returned",
  lost: "executed, no response",
  dropped: "not executed, no response",
  latency: "the response is late",
  truncated: "half of the response",
  garbage: "the response is not JSON",
  contentType: "an HTML page",
  hang: "the connection stays open",
  expiredToken: "the token has expired",
  stale: "reads show an earlier state",
};
const kinds = Object.entries(effects).map(([kind, effect]) => [kind, `${kind}: ${effect}`] as const);

interface FaultsTabProps {
  readonly faults: readonly ScriptedFault[] | undefined;
  readonly world: FullWorldFile | undefined;
  /** Operations that the form suggests. */
  readonly operations: readonly string[];
}

/** Faults of calls, and planned failures of associations: the present ones, and forms that add more. */
export function FaultsTab({ faults, world, operations }: FaultsTabProps) {
  if (faults === undefined || world === undefined) return <p class="empty">Reading the faults.</p>;
  return (
    <div class="columns">
      <section aria-labelledby="faults-heading">
        <h2 id="faults-heading">Faults of calls</h2>
        <FaultList faults={faults} />
        <FaultForm world={world} operations={operations} />
      </section>
      <section aria-labelledby="failures-heading">
        <h2 id="failures-heading">Planned failures of associations</h2>
        <PlannedFailures world={world} />
      </section>
    </div>
  );
}

function FaultList({ faults }: { readonly faults: readonly ScriptedFault[] }) {
  if (faults.length === 0) return <p>No fault is scripted.</p>;
  return (
    <>
      <ul class="rows">
        {faults.map((rule) => (
          <li key={rule.id}>
            <span>{faultText(rule)}</span>
            <ActionButton
              description={`the fault ${rule.id} was removed`}
              label={`Remove the fault ${rule.id}`}
              work={() => send("DELETE", `faults?id=${rule.id}`)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      <ActionButton description="all faults were removed" work={() => send("DELETE", "faults")}>
        Remove all faults
      </ActionButton>
    </>
  );
}

function faultText({ fault: { kind, ...parameters }, operation, account, nth = 1, times = 1, hit }: ScriptedFault): string {
  const details = Object.entries(parameters).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  const which = `${operation ?? "every operation"} of ${account ?? "every account"}`;
  return `${[kind, ...details].join(", ")}: ${which}, from call ${nth}, ${hit} of ${times} injected`;
}

function FaultForm({ world, operations }: { readonly world: FullWorldFile; readonly operations: readonly string[] }) {
  const [kind, setKind] = useState<string>("throttled");
  return (
    <ActionForm
      button="Add fault"
      description={() => `a fault ${kind} was added`}
      work={(values) => send("POST", "faults", ruleOf(kind, values))}
    >
      <SelectField label="Kind" value={kind} onValue={setKind} options={kinds} />
      <TextField label="Operation (every one when empty)" name="operation" suggestions={operations} />
      <SelectField
        label="Account"
        name="account"
        options={[["", "every account"], ...world.accounts.map(({ id, name }) => [id, `${id} ${name}`] as const)]}
      />
      <TextField label="From call" name="nth" type="number" placeholder="1" />
      <TextField label="Times" name="times" type="number" placeholder="1" />
      {kind === "error" && (
        <>
          <TextField label="Status" name="status" type="number" isRequired />
          <TextField label="Code" name="code" isRequired />
          <TextField label="Message" name="message" />
        </>
      )}
      {(kind === "error" || kind === "hang") && (
        <SelectField
          label="Executed"
          name="executed"
          options={[
            ["", "no"],
            ["true", "yes"],
          ]}
        />
      )}
      {kind === "throttled" && (
        <>
          <TextField label="Retry after (ms)" name="retryAfterMs" type="number" />
          <TextField label="Code" name="code" placeholder="Throttling.User" />
        </>
      )}
      {kind === "latency" && <TextField label="Delay (ms)" name="ms" type="number" isRequired />}
      {kind === "stale" && (
        <>
          <TextField label="Age (ms)" name="ms" type="number" isRequired />
          <TextField label="Greatest age (ms), to draw one for each read" name="toMs" type="number" />
        </>
      )}
    </ActionForm>
  );
}

/** The rule of a filled form, without empty values; the service validates it. */
function ruleOf(kind: string, values: FormValues): object {
  return {
    ...filled(values, ["operation", "account"], String),
    ...filled(values, ["nth", "times"], Number),
    fault: {
      kind,
      ...filled(values, ["code", "message"], String),
      ...filled(values, ["status", "retryAfterMs", "ms"], Number),
      ...(values("toMs") !== "" && { ms: { fromMs: Number(values("ms")), toMs: Number(values("toMs")) } }),
      ...filled(values, ["executed"], (text) => text === "true"),
    },
  };
}
