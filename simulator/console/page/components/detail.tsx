import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Scrolls a selected element into view when it appears: on a narrow screen it is below the list. */
export function useShown(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return element;
}

interface DetailHeadingProps {
  /** The tab whose list the details were selected in. */
  readonly tab: string;
  readonly children: string;
}

/** The heading of the details of what is selected, with a link back to the list alone. */
export function DetailHeading({ tab, children }: DetailHeadingProps) {
  return (
    <div class="heading">
      <h2>{children}</h2>
      <a href={`#${tab}`}>Close</a>
    </div>
  );
}
