import type { FullWorldFile } from "../../../index.ts";
import { change } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";
import { ActionForm, SelectField, TextField } from "../components/fields.tsx";
import { FailureFields, failureOf } from "./failure-fields.tsx";
import { isLive, type Share } from "./world-types.ts";

/** Changes of a share that the provider did not make, as by another program. */
export function ShareChanges({ share, world }: { readonly share: Share; readonly world: FullWorldFile }) {
  const { id } = share;
  const targets = [
    ...world.accounts.map((account) => account.id),
    ...world.directories.flatMap((directory) => [directory.id, ...directory.folders.map((folder) => folder.id)]),
    ...world.services,
  ];
  return (
    <>
      <h3>Change it outside of Pulumi</h3>
      <div class="actions">
        <ActionForm button="Rename" description={() => `${id} was renamed`} work={(values) => change("rename", id, values("name"))}>
          <TextField label="New name" name="name" isRequired />
        </ActionForm>
        <ActionForm
          button="Add target"
          description={(values) => `${values("target")} is being associated with ${id}`}
          work={(values) => change("associate", id, { targets: [values("target")] })}
        >
          <TextField label="Target" name="target" isRequired suggestions={targets} />
        </ActionForm>
        <ActionForm
          button="Add resource"
          description={(values) => `${values("resource")} is being associated with ${id}`}
          work={(values) => change("associate", id, { resources: [{ type: values("type"), id: values("resource") }] })}
        >
          <SelectField label="Resource type" name="type" options={world.kinds.map(({ type }) => [type, type] as const)} />
          <TextField label="Resource id" name="resource" isRequired suggestions={world.resources.map((resource) => resource.id)} />
        </ActionForm>
        <ActionForm
          button="Add resource by ARN"
          description={(values) => `${values("arn")} is being associated with ${id}`}
          work={(values) => change("associate", id, { resourceArns: [values("arn")] })}
        >
          <TextField label="ARN" name="arn" placeholder="acs:vpc:…:vswitch/vsw-…" isRequired />
        </ActionForm>
        <ActionForm
          button="Set tag"
          description={(values) => `the tag ${values("key")} of ${id} was set`}
          work={(values) => change("tag", id, { [values("key")]: values("value") })}
        >
          <TextField label="Tag key" name="key" isRequired />
          <TextField label="Tag value" name="value" />
        </ActionForm>
        <ActionForm
          button="Set permission"
          description={(values) => `${values("permission")} was set for ${id}`}
          work={(values) => change("replacePermission", id, values("permission"))}
        >
          <SelectField label="Permission" name="permission" options={world.permissions.map(({ name }) => [name, name] as const)} />
        </ActionForm>
        <ActionForm
          button="Move"
          description={(values) => `${id} was moved to ${values("group")}`}
          work={(values) => change("moveToGroup", id, values("group"))}
        >
          <TextField
            label="Resource group"
            name="group"
            isRequired
            suggestions={world.accounts.find((account) => account.id === share.owner)?.groups ?? []}
          />
        </ActionForm>
        <ActionForm
          button="Fail association"
          description={(values) => `the association of ${values("entity")} with ${id} has a failure`}
          work={(values) => change("failAssociation", id, values("entity"), failureOf(values))}
        >
          <SelectField
            label="Association"
            name="entity"
            options={share.associations.filter(isLive).map((association) => [association.id, association.id] as const)}
          />
          <FailureFields />
        </ActionForm>
      </div>
      <p class="buttons">
        <ActionButton
          description={`targets outside the directory are ${share.allowExternalTargets ? "not permitted" : "permitted"} in ${id}`}
          work={() => change("allowExternalTargets", id, !share.allowExternalTargets)}
        >
          {share.allowExternalTargets ? "Forbid external targets" : "Permit external targets"}
        </ActionButton>
        <ActionButton
          description={`${id} is being deleted`}
          question={`Delete the share ${share.name}?`}
          work={() => change("deleteShare", id)}
          isDanger
        >
          Delete share
        </ActionButton>
        <ActionButton
          description={`${id} was purged`}
          question={`Remove the share ${share.name} and its records at once?`}
          work={() => change("purge", id)}
          isDanger
        >
          Purge share
        </ActionButton>
      </p>
    </>
  );
}
