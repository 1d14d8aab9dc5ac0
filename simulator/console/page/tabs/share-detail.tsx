import type { FullWorldFile } from "../../../index.ts";
import type { EntityNamer } from "../../search.ts";
import { outOfBand } from "../admin/changes.ts";
import { ActionButton } from "../components/forms.tsx";
import { Table } from "../components/table.tsx";
import { DetailHeading } from "../components/detail.tsx";
import { ShareForms } from "./share-forms.tsx";
import { type Association, type Invitation, isLive, type Share, styleOfStatus } from "./world-types.ts";

interface ShareDetailProps {
  readonly share: Share;
  readonly world: FullWorldFile;
  readonly named: EntityNamer;
}

/** Shows one share, with buttons and forms that change it without an API call. */
export function ShareDetail({ share, world, named }: ShareDetailProps) {
  const { id, name, status, owner, region, groupId, allowExternalTargets } = share;
  return (
    <section aria-label={`Share ${name}`} tabIndex={0}>
      <DetailHeading tab="Shares">{name}</DetailHeading>
      <p>
        {id}, {status}, owned by {named(owner)}, in {region ?? "every region"}, group {groupId}, targets outside the directory are{" "}
        {allowExternalTargets ? "permitted" : "not permitted"}.
      </p>
      <h3>Associations</h3>
      <Table
        columns={[
          { name: "Type", cell: ({ side, external, type }) => `${side}: ${external ? "external " : ""}${type}` },
          { name: "Id", cell: (association) => named(association.id) },
          { name: "Status", cell: statusOf, style: (association) => styleOfStatus(association.status) },
          { name: "Change", cell: (association) => isLive(association) && <AssociationButtons shareId={id} entityId={association.id} /> },
        ]}
        rows={share.associations}
        keyOf={({ sequence }) => sequence}
      />
      <h3>Invitations</h3>
      <Table
        columns={[
          { name: "Receiver", cell: ({ receiver }) => named(receiver) },
          { name: "Status", cell: (invitation) => invitation.status, style: (invitation) => styleOfStatus(invitation.status) },
          { name: "Expires", cell: ({ expiresAt }) => expiresAt.slice(0, 19).replace("T", " ") },
          {
            name: "Answer as the receiver",
            cell: (invitation) => invitation.status === "Pending" && <InvitationButtons invitation={invitation} />,
          },
        ]}
        rows={world.invitations.filter(({ shareId }) => shareId === id)}
        keyOf={(invitation) => invitation.id}
      />
      <h3>Permissions</h3>
      <Table
        columns={[
          { name: "Type", cell: ([type]) => type },
          { name: "Permission", cell: ([, permission]) => permission.name },
          { name: "Version", cell: ([, { version }]) => version },
          {
            name: "Change",
            cell: ([, permission]) => (
              <ActionButton change={outOfBand("removePermission", id, permission.name)} label={`Remove ${permission.name}`}>
                Remove
              </ActionButton>
            ),
          },
        ]}
        rows={Object.entries(share.permissions)}
        keyOf={([type]) => type}
      />
      <h3>Tags</h3>
      <Table
        columns={[
          { name: "Key", cell: ([key]) => key },
          { name: "Value", cell: ([, value]) => value },
          {
            name: "Change",
            cell: ([key]) => (
              <ActionButton change={outOfBand("untag", id, key)} label={`Remove the tag ${key}`}>
                Remove
              </ActionButton>
            ),
          },
        ]}
        rows={Object.entries(share.tags)}
        keyOf={([key]) => key}
      />
      <h3>Change it outside of Pulumi</h3>
      <ShareForms share={share} world={world} />
    </section>
  );
}

/** The status with the reasons of failures. */
function statusOf({ status, failures }: Association): string {
  const reasons = new Set(failures.map(({ reason, description }) => `${reason}, ${description}`));
  return [status, ...reasons].join(": ");
}

function AssociationButtons({ shareId, entityId }: { readonly shareId: string; readonly entityId: string }) {
  return (
    <>
      <ActionButton change={outOfBand("disassociate", shareId, entityId)} label={`Disassociate ${entityId}`}>
        Disassociate
      </ActionButton>
      <ActionButton change={outOfBand("failAssociation", shareId, entityId)} label={`Fail the association of ${entityId}`}>
        Fail
      </ActionButton>
    </>
  );
}

function InvitationButtons({ invitation: { id, receiver } }: { readonly invitation: Invitation }) {
  return (
    <>
      {(["accept", "reject", "expire"] as const).map((answer) => (
        <ActionButton key={answer} change={outOfBand("answerInvitation", id, answer)} label={`${answer} the invitation of ${receiver}`}>
          {answer}
        </ActionButton>
      ))}
    </>
  );
}
