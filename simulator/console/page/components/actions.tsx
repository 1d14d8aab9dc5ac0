import { createContext, type ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";

/** Runs a change and reports its outcome to the user. */
export type RunAction = (description: string, work: () => Promise<unknown>) => void;

/** The outcome of the last change. */
export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
}

/** What the parts of the page need to change something. */
export interface Actions {
  readonly run: RunAction;
  /** Increases after each change, so that values are read again. */
  readonly revision: number;
  readonly outcome: Outcome | undefined;
}

/** Passes {@link RunAction} to every part of the page. */
export const RunActionContext = createContext<RunAction>(() => undefined);

/** The state of all changes. */
export function useActions(): Actions {
  const [revision, setRevision] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const finish = (next: Outcome): void => {
    setOutcome(next);
    setRevision((current) => current + 1);
  };
  const run: RunAction = (description, work) => {
    work().then(
      () => finish({ text: `Done: ${description}.`, isError: false }),
      (error: unknown) =>
        finish({ text: `Failed: ${description}: ${error instanceof Error ? error.message : String(error)}`, isError: true }),
    );
  };
  return { run, revision, outcome };
}

interface ActionButtonProps {
  /** What the button does, in a sentence such as `Done: the share rs-1 was deleted.` */
  readonly description: string;
  readonly work: () => Promise<unknown>;
  /** The question that the user must confirm. */
  readonly question?: string | undefined;
  /** The name for a screen reader, where the text of the button needs its context. */
  readonly label?: string | undefined;
  readonly isDanger?: boolean;
  readonly children: ComponentChildren;
}

/** A button that changes something at once. */
export function ActionButton({ description, work, question, label, isDanger = false, children }: ActionButtonProps) {
  const run = useContext(RunActionContext);
  const onClick = (): void => {
    if (question === undefined || confirm(question)) run(description, work);
  };
  return (
    <button type="button" class={isDanger ? "danger" : undefined} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
