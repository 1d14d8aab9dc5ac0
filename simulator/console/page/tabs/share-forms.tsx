import type { FullWorldFile } from "../../../index.ts";
import { outOfBand } from "../admin/changes.ts";
import { ActionButton, Form, SelectField, TextField } from "../components/forms.tsx";
import type { Share } from "./world-types.ts";

/** Forms for the changes of a share that another program could make. */
export function ShareForms({
  share: { id, name, owner, allowExternalTargets },
  world,
}: {
  readonly share: Share;
  readonly world: FullWorldFile;
}) {
  const targets = [
    ...world.accounts.map((account) => account.id),
    ...world.directories.flatMap((directory) => [directory.id, ...directory.folders.map((folder) => folder.id)]),
    ...world.services,
  ];
  const groups = world.accounts.find((account) => account.id === owner)?.groups ?? [];
  return (
    <>
      <Form button="Rename" change={(values) => outOfBand("rename", id, values("name"))}>
        <TextField label="New name" name="name" isRequired />
      </Form>
      <Form button="Add target" change={(values) => outOfBand("associate", id, { targets: [values("target")] })}>
        <TextField label="Target" name="target" isRequired suggestions={targets} />
      </Form>
      <Form
        button="Add resource"
        change={(values) => outOfBand("associate", id, { resources: [{ type: values("type"), id: values("resource") }] })}
      >
        <SelectField label="Resource type" name="type" options={world.kinds.map(({ type }) => [type])} />
        <TextField label="Resource id" name="resource" isRequired suggestions={world.resources.map((resource) => resource.id)} />
      </Form>
      <Form button="Set tag" change={(values) => outOfBand("tag", id, { [values("key")]: values("value") })}>
        <TextField label="Tag key" name="key" isRequired />
        <TextField label="Tag value" name="value" />
      </Form>
      <Form button="Set permission" change={(values) => outOfBand("replacePermission", id, values("permission"))}>
        <SelectField label="Permission" name="permission" options={world.permissions.map((permission) => [permission.name])} />
      </Form>
      <Form button="Move" change={(values) => outOfBand("moveToGroup", id, values("group"))}>
        <TextField label="Resource group" name="group" isRequired suggestions={groups} />
      </Form>
      <ActionButton change={outOfBand("allowExternalTargets", id, !allowExternalTargets)}>
        {allowExternalTargets ? "Forbid external targets" : "Permit external targets"}
      </ActionButton>
      <ActionButton change={outOfBand("deleteShare", id)} question={`Delete the share ${name}?`}>
        Delete share
      </ActionButton>
    </>
  );
}
