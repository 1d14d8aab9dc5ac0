import { type ComponentChildren, createContext } from "preact";
import { useContext, useId } from "preact/hooks";
import type { Change } from "../admin/changes.ts";

/** Sends a change, and shows its outcome with the name of what the user did. */
export const RunContext = createContext<(name: string, change: Change) => void>(() => undefined);

interface ActionButtonProps {
  readonly change: Change;
  /** The question that the user must confirm. */
  readonly question?: string | undefined;
  /** The name for a screen reader and for the outcome, where the text of the button needs its context. */
  readonly label?: string | undefined;
  /** What the button does, where its text does not say it. */
  readonly hint?: string;
  readonly children: string;
}

/** A button that changes something at once. */
export function ActionButton({ change, question, label, hint, children }: ActionButtonProps) {
  const run = useContext(RunContext);
  const onClick = (): void => {
    if (question === undefined || confirm(question)) run(label ?? children, change);
  };
  return (
    <button type="button" class={question && "danger"} aria-label={label} title={hint} onClick={onClick}>
      {children}
    </button>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  /** The value that the user starts from, where `value` is not set. */
  readonly initialValue?: string;
  readonly onValue?: (value: string) => void;
  readonly type?: "text" | "search" | "number" | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Texts that the browser suggests. */
  readonly suggestions?: readonly string[];
}

/** An input of one line. */
export function TextField({ label, name, value, initialValue, onValue, type, placeholder, isRequired, suggestions }: TextFieldProps) {
  const listId = useId();
  return (
    <label>
      {label}
      <input
        name={name}
        type={type}
        value={value}
        defaultValue={initialValue}
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
    </label>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly onValue?: (value: string) => void;
  /** Each value, with its text where that differs. */
  readonly options: readonly (readonly [value: string, text?: string])[];
}

/** A selection of one value. */
export function SelectField({ label, name, value, onValue, options }: SelectFieldProps) {
  return (
    <label>
      {label}
      <select name={name} value={value} onChange={({ currentTarget }) => onValue?.(currentTarget.value)}>
        {options.map(([option, text = option]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The texts of a form by the names of its fields; an absent field is empty. */
export type FormValues = (name: string) => string;

interface FormProps {
  readonly button: string;
  /** The name for a screen reader and for the outcome, where the text of the button needs its context. */
  readonly label?: string;
  /** The change that the form makes when it is submitted. */
  readonly change: (values: FormValues) => Change;
  readonly children: ComponentChildren;
}

/** A form that changes something when it is submitted. */
export function Form({ button, label, change, children }: FormProps) {
  const run = useContext(RunContext);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        // No field of the page is a file.
        run(
          label ?? button,
          change((name) => (data.get(name) as string | null)?.trim() ?? ""),
        );
      }}
    >
      {children}
      <button type="submit" aria-label={label}>
        {button}
      </button>
    </form>
  );
}
