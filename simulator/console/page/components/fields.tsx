import type { ComponentChildren } from "preact";
import { useContext, useId, useRef } from "preact/hooks";
import { RunActionContext } from "./actions.tsx";

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ComponentChildren;
}

/** A control below its label. */
export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly onValue?: (value: string) => void;
  readonly type?: "text" | "search" | "number";
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Texts that the browser suggests. */
  readonly suggestions?: readonly string[];
}

/** An input of one line. */
export function TextField({ label, name, value, onValue, type = "text", placeholder, isRequired = false, suggestions }: TextFieldProps) {
  const listId = useId();
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            id={id}
            name={name}
            type={type}
            value={value}
            placeholder={placeholder}
            required={isRequired}
            list={suggestions && listId}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => onValue?.(currentTarget.value)}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A value of a selection and its text. */
export type Option = readonly [value: string, text: string];

interface SelectFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly onValue?: (value: string) => void;
  readonly options: readonly Option[];
}

/** A selection of one value. */
export function SelectField({ label, name, value, onValue, options }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} value={value} onChange={({ currentTarget }) => onValue?.(currentTarget.value)}>
          {options.map(([optionValue, text]) => (
            <option key={optionValue} value={optionValue} selected={optionValue === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ActionFormProps {
  /** What the form does, as for an `ActionButton`. */
  readonly description: (values: FormValues) => string;
  readonly work: (values: FormValues) => Promise<unknown>;
  readonly button: string;
  readonly children: ComponentChildren;
}

/** The texts of a form by the names of its fields; an absent field is empty. */
export type FormValues = (name: string) => string;

/** The values of the fields that are not empty. */
export function filled(values: FormValues, names: readonly string[], convert: (text: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (values(name) === "" ? [] : [[name, convert(values(name))]])));
}

/** A form that changes something when it is submitted. */
export function ActionForm({ description, work, button, children }: ActionFormProps) {
  const run = useContext(RunActionContext);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (form.current === null) return;
    const data = new FormData(form.current);
    const values: FormValues = (name) => {
      const value = data.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    run(description(values), () => work(values));
  };
  return (
    <form ref={form} class="action" onSubmit={submit}>
      {children}
      <button type="submit">{button}</button>
    </form>
  );
}
