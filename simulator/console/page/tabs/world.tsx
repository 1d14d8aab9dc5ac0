import { useContext } from "preact/hooks";
import type { FullWorldFile } from "../../../index.ts";
import { post } from "../admin/changes.ts";
import { ActionButton, Form, RunContext, SelectField, TextField } from "../components/forms.tsx";
import { Table } from "../components/table.tsx";
import { DirectoryTree } from "./directory-tree.tsx";

interface WorldTabProps {
  readonly world: FullWorldFile | undefined;
  /** Violated invariants. */
  readonly invariants: readonly string[] | undefined;
}

/** The world as a whole: save, load and reset, settings, directories, accounts and devices. */
export function WorldTab({ world, invariants }: WorldTabProps) {
  if (world === undefined) return <p class="muted">Reading the world.</p>;
  return (
    <div class="split">
      <div class="rows">
        <section aria-label="World file">
          <h2>World file</h2>
          <WorldFile />
          <h3>Violated invariants</h3>
          <Table columns={[{ name: "Violation", cell: (text) => text }]} rows={invariants ?? []} keyOf={(text) => text} />
          <h3>Actions on devices</h3>
          <Table
            columns={[
              { name: "Time", cell: ({ at }) => at },
              { name: "Operation", cell: ({ operation }) => operation },
              { name: "User", cell: ({ user }) => user },
              { name: "Device", cell: ({ device }) => device },
            ]}
            rows={world.device?.done ?? []}
            keyOf={({ at, operation }) => `${at} ${operation}`}
          />
        </section>
        <section aria-label="Settings">
          <h2>Settings</h2>
          <Settings settings={world.settings} />
        </section>
      </div>
      <section aria-label="Accounts">
        <h2>Accounts</h2>
        <DirectoryTree world={world} />
      </section>
    </div>
  );
}

function WorldFile() {
  const run = useContext(RunContext);
  const load = async (input: HTMLInputElement): Promise<void> => {
    const body = await input.files?.[0]?.text();
    if (body !== undefined) run("Load a world", { method: "PUT", path: "world", body });
    // Otherwise the same file cannot be chosen again.
    input.value = "";
  };
  return (
    <div class="toolbar">
      <label>
        Load a world
        <input type="file" accept="application/json" onChange={({ currentTarget }) => void load(currentTarget)} />
      </label>
      <a class="button" href="/_simulator/world" download="world.json">
        Save world
      </a>
      <ActionButton change={{ method: "POST", path: "reset" }} question="Load the initial world, and remove all faults and logged calls?">
        Reset
      </ActionButton>
    </div>
  );
}

type SettingName = Exclude<keyof FullWorldFile["settings"], "quotas">;

/** The label of each setting, and its values; the type makes a missing setting a compile error. */
const settingValues: Readonly<Record<SettingName, readonly [label: string, ...values: readonly (string | boolean)[]]>> = {
  strictResources: ["Only resources of the world exist", false, true],
  emptyFirstPage: ["Lists begin with an empty page", false, true],
  listOrder: ["Lists begin with", "oldest", "newest"],
  deletedShares: ["Deleted shares in lists", "listed", "absent"],
  associateConflict: ["An unfinished removal blocks additions to", "share", "entity", "none"],
  disassociateConflict: ["An unfinished addition blocks removals from", "share", "entity", "none"],
};

function Settings({ settings }: { readonly settings: FullWorldFile["settings"] }) {
  const run = useContext(RunContext);
  return (
    <div class="settings">
      {Object.entries(settingValues).map(([name, [label, ...values]]) => (
        <SelectField
          key={name}
          label={label}
          // The names are those of the settings.
          value={String(settings[name as SettingName])}
          options={values.map((value) => [String(value), textOf(value)])}
          onValue={(text) => run(`Set “${label}”`, post("settings", { [name]: values.find((value) => String(value) === text) }))}
        />
      ))}
      {Object.entries(settings.quotas).map(([quota, value]) => (
        <Form
          key={`${quota} ${value}`}
          button="Set"
          label={`Set the quota of ${wordsOf(quota)}`}
          change={(values) => post("settings", { quotas: { [quota]: Number(values("quota")) } })}
        >
          <TextField label={`Quota of ${wordsOf(quota)}`} name="quota" type="number" initialValue={String(value)} isRequired />
        </Form>
      ))}
    </div>
  );
}

/** The text of a value. */
function textOf(value: string | boolean): string {
  if (typeof value === "string") return value;
  return value ? "yes" : "no";
}

/** The name of a field as words, as `shared resources`. */
function wordsOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
