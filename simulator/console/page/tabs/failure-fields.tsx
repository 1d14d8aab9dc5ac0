import { filled, type FormValues, SelectField, TextField } from "../components/fields.tsx";

/** The fields of a failure of an association. */
export function FailureFields() {
  return (
    <>
      <TextField label="Reason" name="reason" placeholder="Unavailable" />
      <TextField label="Description" name="description" placeholder="the entity is not available" />
      <TextField label="Only with (resource or target)" name="against" placeholder="every one" />
      <SelectField
        label="Effect"
        name="partial"
        options={[
          ["", "the association fails"],
          ["true", "it completes, and lists the failure"],
        ]}
      />
    </>
  );
}

/** The failure of a filled form, without empty values. */
export function failureOf(values: FormValues): object {
  return {
    ...filled(values, ["on", "reason", "description", "against"], String),
    ...filled(values, ["partial"], (text) => text === "true"),
  };
}
