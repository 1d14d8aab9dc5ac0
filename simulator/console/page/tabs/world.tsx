import { useContext, useId } from "preact/hooks";
import type { FullWorldFile } from "../../../index.ts";
import { change, send } from "../admin/admin-client.ts";
import { ActionButton, RunActionContext } from "../components/actions.tsx";
import { ActionForm, filled, SelectField, TextField } from "../components/fields.tsx";
import { DirectoryTree } from "./directory-tree.tsx";

interface WorldTabProps {
  readonly world: FullWorldFile | undefined;
  /** Violated invariants. */
  readonly invariants: readonly string[] | undefined;
}

/** The world as a whole: save, load and reset, settings, directories, permissions, accounts and devices. */
export function WorldTab({ world, invariants }: WorldTabProps) {
  if (world === undefined) return <p class="empty">Reading the world.</p>;
  return (
    <div class="columns">
      <section aria-labelledby="file-heading">
        <h2 id="file-heading">World file</h2>
        <WorldFileActions />
        <h3>Invariants</h3>
        {invariants?.length ? (
          <ul>
            {invariants.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        ) : (
          <p>The world is consistent.</p>
        )}
        <h3>Shares and permissions</h3>
        <ActionForm
          button="Set"
          description={(values) => `the next share has the id ${values("id")}`}
          work={(values) => change("nextShareId", values("id"))}
        >
          <TextField label="Id of the next share" name="id" placeholder="rs-…" isRequired />
        </ActionForm>
        <ActionForm
          button="Add version"
          description={(values) => `${values("permission")} has a new version`}
          work={(values) =>
            change("newPermissionVersion", values("permission"), {
              ...filled(values, ["policy"], String),
              isDefault: values("isDefault") === "true",
            })
          }
        >
          <SelectField
            label="New version of a permission"
            name="permission"
            options={world.permissions.map(({ name }) => [name, name] as const)}
          />
          <TextField label="Policy (JSON)" name="policy" placeholder="that of the last version" />
          <SelectField
            label="Default version"
            name="isDefault"
            options={[
              ["true", "yes"],
              ["false", "no"],
            ]}
          />
        </ActionForm>
      </section>
      <section aria-labelledby="settings-heading">
        <h2 id="settings-heading">Settings</h2>
        <Settings settings={world.settings} />
      </section>
      <section aria-labelledby="accounts-heading">
        <h2 id="accounts-heading">Accounts</h2>
        <DirectoryTree world={world} />
        <h3>Actions on devices</h3>
        <DeviceActions device={world.device} />
      </section>
    </div>
  );
}

function WorldFileActions() {
  const run = useContext(RunActionContext);
  const id = useId();
  const load = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    if (file === undefined) return;
    run(`${file.name} was loaded`, async () => send("PUT", "world", JSON.parse(await file.text())));
    // Otherwise the same file cannot be chosen again.
    input.value = "";
  };
  return (
    <div class="buttons">
      <a class="button" href="/_simulator/world" download="world.json">
        Save world
      </a>
      <ActionButton
        description="the initial world was loaded"
        question="Load the initial world, and remove all faults and logged calls?"
        work={() => send("POST", "reset")}
        isDanger
      >
        Reset
      </ActionButton>
      <div class="field">
        <label for={id}>Load a world</label>
        <input id={id} type="file" accept="application/json" onChange={({ currentTarget }) => load(currentTarget)} />
      </div>
    </div>
  );
}

const scopes = ["share", "entity", "none"].map((scope) => [scope, scope] as const);
const booleans = [
  ["false", "no"],
  ["true", "yes"],
] as const;

function Settings({ settings }: { readonly settings: FullWorldFile["settings"] }) {
  const run = useContext(RunActionContext);
  const select = (name: Exclude<keyof typeof settings, "quotas">, label: string, options: readonly (readonly [string, string])[]) => (
    <SelectField
      label={label}
      value={String(settings[name])}
      options={options}
      onValue={(value) =>
        run(`${name} is ${value}`, () => send("POST", "settings", { [name]: options === booleans ? value === "true" : value }))
      }
    />
  );
  return (
    <>
      <div class="action">
        {select("strictResources", "Only resources of the world exist", booleans)}
        {select("emptyFirstPage", "Lists begin with an empty page", booleans)}
        {select("listOrder", "Order of lists", [
          ["oldest", "oldest first"],
          ["newest", "newest first"],
        ])}
        {select("deletedShares", "Deleted shares are", [
          ["listed", "listed"],
          ["absent", "absent"],
        ])}
        {select("associateConflict", "A removal in progress blocks additions of", scopes)}
        {select("disassociateConflict", "An addition in progress blocks removals of", scopes)}
      </div>
      {(["shares", "sharedResources", "pendingInvitations"] as const).map((quota) => (
        <ActionForm
          key={quota}
          button="Set"
          description={(values) => `the quota ${quota} is ${values("quota")}`}
          work={(values) => send("POST", "settings", { quotas: { [quota]: Number(values("quota")) } })}
        >
          <TextField label={`Quota ${quota}, now ${settings.quotas[quota]}`} name="quota" type="number" isRequired />
        </ActionForm>
      ))}
    </>
  );
}

function DeviceActions({ device }: { readonly device: FullWorldFile["device"] }) {
  const done = device?.done ?? [];
  if (done.length === 0) return <p>None.</p>;
  return (
    <ul>
      {done.map(({ at, operation, device: target, user }, index) => (
        <li key={`${at} ${index}`}>
          {at}: {operation} of {user} {target !== undefined && `on ${target}`}
        </li>
      ))}
    </ul>
  );
}
