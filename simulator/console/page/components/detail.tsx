import { useEffect, useRef } from "preact/hooks";

interface DetailHeadingProps {
  /** The tab whose list the details were selected in. */
  readonly tab: string;
  readonly children: string;
}

/** The heading of the details of what is selected, with a link back to the list alone. It scrolls into view: on a narrow screen it is below the list. */
export function DetailHeading({ tab, children }: DetailHeadingProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="heading" ref={element}>
      <h2>{children}</h2>
      <a href={`#${tab}`}>Close</a>
    </div>
  );
}
