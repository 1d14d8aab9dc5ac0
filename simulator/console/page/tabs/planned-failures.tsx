import type { FullWorldFile } from "../../../index.ts";
import { change } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";
import { ActionForm, SelectField, TextField } from "../components/fields.tsx";
import { FailureFields, failureOf } from "./failure-fields.tsx";

/** Failures of later associations: those that are planned, and a form for more. */
export function PlannedFailures({ world }: { readonly world: FullWorldFile }) {
  const planned = Object.entries(world.failures);
  return (
    <>
      {planned.length === 0 && <p>No failure is planned.</p>}
      <ul class="rows">
        {planned.map(([entityId, { on, reason, description, partial, against }]) => (
          <li key={entityId}>
            <span>
              {entityId}: {on} {against && `with ${against} `}
              {partial ? "completes, and lists" : "fails with"} {reason}, {description}
            </span>
            <ActionButton
              description={`associations of ${entityId} succeed again`}
              label={`Remove the planned failure of ${entityId}`}
              work={() => change("planFailure", entityId, null)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      <ActionForm
        button="Plan failure"
        description={(values) => `associations of ${values("entity")} fail`}
        work={(values) => change("planFailure", values("entity"), failureOf(values))}
      >
        <TextField label="Resource or target" name="entity" isRequired suggestions={world.resources.map(({ id }) => id)} />
        <SelectField
          label="What fails"
          name="on"
          options={[
            ["Associate", "association"],
            ["Disassociate", "disassociation"],
            ["Accept", "acceptance"],
          ]}
        />
        <FailureFields />
      </ActionForm>
    </>
  );
}
