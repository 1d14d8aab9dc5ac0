import type { FullWorldFile } from "../../../index.ts";
import { change } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";

type Account = FullWorldFile["accounts"][number];
type Directory = FullWorldFile["directories"][number];

/** The resource directories with their folders and accounts, then the accounts outside every directory. */
export function DirectoryTree({ world: { accounts, directories } }: { readonly world: FullWorldFile }) {
  const outside = accounts.filter(({ directoryId }) => directoryId === undefined);
  return (
    <>
      {directories.map((directory) => (
        <DirectoryPart
          key={directory.id}
          directory={directory}
          accounts={accounts.filter(({ directoryId }) => directoryId === directory.id)}
        />
      ))}
      <h3>Outside every directory</h3>
      <ul class="tree">
        {outside.map((account) => (
          <AccountItem key={account.id} account={account} />
        ))}
      </ul>
    </>
  );
}

interface PartProps {
  readonly directory: Directory;
  readonly accounts: readonly Account[];
}

function DirectoryPart({ directory, accounts }: PartProps) {
  const { id, managementAccountId, sharingEnabled } = directory;
  return (
    <>
      <h3>Directory {id}</h3>
      <p>
        Managed by {managementAccountId}, sharing is {sharingEnabled ? "enabled" : "disabled"}{" "}
        <ActionButton
          description={`sharing in ${id} is ${sharingEnabled ? "disabled" : "enabled"}`}
          label={`${sharingEnabled ? "Disable" : "Enable"} sharing in ${id}`}
          work={() => change("enableSharing", id, !sharingEnabled)}
        >
          {sharingEnabled ? "Disable" : "Enable"}
        </ActionButton>
      </p>
      <Members directory={directory} accounts={accounts} folderId={undefined} />
    </>
  );
}

/** The accounts and folders directly in a folder, or in the directory itself. */
function Members({ directory, accounts, folderId }: PartProps & { readonly folderId: string | undefined }) {
  return (
    <ul class="tree">
      {accounts
        .filter((account) => account.folderId === folderId)
        .map((account) => (
          <AccountItem key={account.id} account={account} />
        ))}
      {directory.folders
        .filter(({ parentId }) => parentId === folderId)
        .map(({ id, name }) => (
          <li key={id}>
            Folder {name} ({id})
            <Members directory={directory} accounts={accounts} folderId={id} />
          </li>
        ))}
    </ul>
  );
}

function AccountItem({ account: { id, name, keys } }: { readonly account: Account }) {
  return (
    <li>
      <strong>{name}</strong> {id}
      {keys.map(({ accessKeyId, accessKeySecret }) => (
        <div key={accessKeyId} class="muted">
          <code>{accessKeyId}</code>, secret <code>{accessKeySecret}</code>
        </div>
      ))}
    </li>
  );
}
