import type { FullWorldFile } from "../../../index.ts";
import { change } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";
import { TableSection } from "../components/table.tsx";
import { Wrappable } from "../components/wrappable.tsx";
import { ShareChanges } from "./share-changes.tsx";
import { accountNamesOf, type Association, type Invitation, isLive, type Share, styleOfStatus } from "./world-types.ts";

interface ShareDetailProps {
  readonly share: Share;
  readonly world: FullWorldFile;
  readonly showCalls: (shareId: string) => void;
}

/** What one share holds, with what can be changed without an API call. */
export function ShareDetail({ share, world, showCalls }: ShareDetailProps) {
  const names = accountNamesOf(world);
  const invitations = world.invitations.filter(({ shareId }) => shareId === share.id);
  return (
    <section class="detail" aria-label={`Share ${share.name}`} tabIndex={0}>
      <h2>{share.name}</h2>
      <p>
        {share.id}, {share.status}, owned by {share.owner} {names.get(share.owner)}, in {share.region ?? "every region"}, group{" "}
        {share.groupId}, targets outside the directory are {share.allowExternalTargets ? "permitted" : "not permitted"}.{" "}
        <button type="button" onClick={() => showCalls(share.id)}>
          Show its calls
        </button>
      </p>
      <Associations share={share} names={names} />
      <Invitations invitations={invitations} names={names} />
      <Permissions share={share} />
      <h3>Tags</h3>
      {Object.keys(share.tags).length === 0 && <p>None.</p>}
      <ul class="tags">
        {Object.entries(share.tags).map(([key, value]) => (
          <li key={key}>
            <code>
              {key}={value}
            </code>{" "}
            <ActionButton
              description={`the tag ${key} of ${share.id} was removed`}
              label={`Remove the tag ${key}`}
              work={() => change("untag", share.id, key)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      <ShareChanges share={share} world={world} />
    </section>
  );
}

function Associations({ share, names }: { readonly share: Share; readonly names: ReadonlyMap<string, string> }) {
  return (
    <TableSection heading="Associations" columns={["Type", "Id", "Status", "Change"]}>
      {share.associations.map((association) => (
        <tr key={association.sequence}>
          <td>
            {association.side}: {association.external ? "external " : ""}
            {association.type}
          </td>
          <td>
            {association.id} {names.get(association.id)}
          </td>
          <td class={styleOfStatus(association.status)} title={`since ${timeOf(association.updatedAt)}`}>
            {statusOf(association)}
          </td>
          <td>
            <AssociationButtons share={share} association={association} />
          </td>
        </tr>
      ))}
    </TableSection>
  );
}

/** The status with the reasons of failures. */
function statusOf({ status, failures }: Association): string {
  const reasons = new Set(failures.map(({ reason, description }) => `${reason}, ${description}`));
  return [status, ...reasons].join(": ");
}

function AssociationButtons({ share, association: { id, ...rest } }: { readonly share: Share; readonly association: Association }) {
  if (!isLive({ id, ...rest })) {
    return (
      <ActionButton
        description={`the ended associations of ${id} were purged`}
        label={`Purge ${id}`}
        work={() => change("purge", share.id, id)}
      >
        Purge
      </ActionButton>
    );
  }
  return (
    <>
      <ActionButton
        description={`${id} is being disassociated from ${share.id}`}
        label={`Disassociate ${id}`}
        work={() => change("disassociate", share.id, id)}
      >
        Disassociate
      </ActionButton>
      <ActionButton
        description={`the association of ${id} with ${share.id} failed`}
        label={`Fail the association of ${id}`}
        work={() => change("failAssociation", share.id, id)}
      >
        Fail
      </ActionButton>
    </>
  );
}

const answers = [
  ["accept", "Accept"],
  ["reject", "Reject"],
  ["expire", "Expire"],
] as const;

function Invitations({ invitations, names }: { readonly invitations: readonly Invitation[]; readonly names: ReadonlyMap<string, string> }) {
  return (
    <TableSection heading="Invitations" columns={["Receiver", "Status", "Expires", "Answer as the receiver"]}>
      {invitations.map(({ id, receiver, status, expiresAt }) => (
        <tr key={id}>
          <td>
            {receiver} {names.get(receiver)}
          </td>
          <td class={styleOfStatus(status)}>{status}</td>
          <td>{timeOf(expiresAt)}</td>
          <td>
            {status === "Pending" ? (
              answers.map(([answer, text]) => (
                <ActionButton
                  key={answer}
                  description={`${answer} the invitation of ${receiver}`}
                  label={`${text} the invitation of ${receiver}`}
                  work={() => change("answerInvitation", id, answer)}
                >
                  {text}
                </ActionButton>
              ))
            ) : (
              <ActionButton
                description={`the invitation of ${receiver} was purged`}
                label={`Purge the invitation of ${receiver}`}
                work={() => change("purgeInvitation", id)}
              >
                Purge
              </ActionButton>
            )}
          </td>
        </tr>
      ))}
    </TableSection>
  );
}

function Permissions({ share }: { readonly share: Share }) {
  const attached = Object.entries(share.permissions);
  return (
    <TableSection heading="Permissions" columns={["Type", "Permission", "Version", "Change"]}>
      {attached.map(([type, { name, version }]) => (
        <tr key={type}>
          <td>{type}</td>
          <td>
            <Wrappable text={name} />
          </td>
          <td>{version}</td>
          <td>
            <ActionButton
              description={`${name} was removed from ${share.id}`}
              label={`Remove ${name}`}
              work={() => change("removePermission", share.id, name)}
            >
              Remove
            </ActionButton>
          </td>
        </tr>
      ))}
    </TableSection>
  );
}

function timeOf(text: string): string {
  return text.slice(0, 19).replace("T", " ");
}
