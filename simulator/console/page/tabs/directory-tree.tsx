import type { FullWorldFile } from "../../../index.ts";

type Account = FullWorldFile["accounts"][number];
type Folder = FullWorldFile["directories"][number]["folders"][number];

/** The resource directories with their folders and accounts, then the accounts outside every directory. */
export function DirectoryTree({ world: { accounts, directories } }: { readonly world: FullWorldFile }) {
  const accountsIn = (id: string | undefined): readonly Account[] => accounts.filter(({ directoryId }) => directoryId === id);
  return (
    <>
      {directories.map(({ id, managementAccountId, sharingEnabled, folders }) => (
        <div key={id}>
          <h3>Directory {id}</h3>
          <p>
            Managed by {managementAccountId}, sharing is {sharingEnabled ? "enabled" : "disabled"}.
          </p>
          <Members accounts={accountsIn(id)} folders={folders} />
        </div>
      ))}
      <h3>Outside every directory</h3>
      <Members accounts={accountsIn(undefined)} folders={[]} />
    </>
  );
}

interface MembersProps {
  readonly accounts: readonly Account[];
  readonly folders: readonly Folder[];
  /** The folder whose members are shown; without it, those that are in no folder. */
  readonly folderId?: string;
}

/** The accounts and folders directly in a folder, or in the directory itself. */
function Members({ accounts, folders, folderId }: MembersProps) {
  return (
    <ul>
      {accounts
        .filter((account) => account.folderId === folderId)
        .map(({ id, name, keys }) => (
          <li key={id}>
            <strong>{name}</strong> {id}
            {keys.map(({ accessKeyId, accessKeySecret }) => (
              <div key={accessKeyId} class="muted">
                <code>{accessKeyId}</code>, secret <code>{accessKeySecret}</code>
              </div>
            ))}
          </li>
        ))}
      {folders
        .filter(({ parentId }) => parentId === folderId)
        .map(({ id, name }) => (
          <li key={id}>
            Folder {name} ({id})
            <Members accounts={accounts} folders={folders} folderId={id} />
          </li>
        ))}
    </ul>
  );
}
