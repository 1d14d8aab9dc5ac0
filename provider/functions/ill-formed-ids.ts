import { type IdForm, invitationIdForm, shareIdForm } from "../api/id-forms.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";

/** The arguments of functions that are ids of a known form, or lists of them. */
const forms: Readonly<Record<string, IdForm>> = {
  resourceShareId: shareIdForm,
  resourceShareIds: shareIdForm,
  resourceShareInvitationId: invitationIdForm,
  resourceShareInvitationIds: invitationIdForm,
};

/** Returns a failure for each id that cannot be one: the service's own message has neither the value nor the form. */
export function illFormedIds(args: Values, formsByName = forms): Failure[] {
  return Object.entries(formsByName).flatMap(([name, { pattern, reason }]) => {
    const value = args[name];
    const ids = Array.isArray(value) ? value.map((id: unknown, index) => [`${name}[${index}]`, id] as const) : [[name, value] as const];
    return ids.flatMap(([property, id]) =>
      typeof id === "string" && !pattern.test(id) ? [{ property, reason: `"${id}" ${reason}` }] : [],
    );
  });
}
