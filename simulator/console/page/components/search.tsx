import type { ComponentChildren } from "preact";
import { TextField } from "./forms.tsx";

interface SearchProps {
  readonly value: string;
  readonly onValue: (search: string) => void;
  /** What is searched for, as `share, owner, tag`. */
  readonly placeholder: string;
  /** How many were found, as `2 of 7 shares`. */
  readonly found: string;
  readonly children?: ComponentChildren;
}

/** The search of a tab, with the number of what it found and the tab's buttons. */
export function Search({ value, onValue, placeholder, found, children }: SearchProps) {
  return (
    <div class="toolbar">
      <TextField label="Search" type="search" placeholder={placeholder} value={value} onValue={onValue} />
      <p role="status" class="muted">
        {found}
      </p>
      {children}
    </div>
  );
}
