import { render } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { entityNamer } from "../search.ts";
import { type Change, send } from "./admin/changes.ts";
import { useAdminValue, useCalls } from "./admin/polling.ts";
import { RunContext } from "./components/forms.tsx";
import { AccessTab } from "./tabs/access.tsx";
import { CallsTab } from "./tabs/calls.tsx";
import { Clock } from "./tabs/clock.tsx";
import { FaultsTab } from "./tabs/faults.tsx";
import { SharesTab } from "./tabs/shares.tsx";
import { WorldTab } from "./tabs/world.tsx";

/** The tabs, each with what it is for. */
const tabs: Readonly<Record<string, string>> = {
  Access: "Who can use which resource, and through which share: risky targets first.",
  Shares: "The shares of all accounts. Select one to see what it holds, and to change it as another program would.",
  Calls: "The API calls that were received, newest first. Select one to see its parameters and its response.",
  Faults: "What goes wrong on purpose: how calls fail, and which associations fail.",
  World: "Everything that is simulated: save it, load it, reset it, change its settings, or see its accounts and their keys.",
};

function Console() {
  const [tab, selected] = useLocationHash();
  // Increases after each change, so that values are read again.
  const [revision, setRevision] = useState(0);
  const [outcome, setOutcome] = useState("");
  useEffect(() => setOutcome(""), [tab]);
  const finish = (text: string): void => {
    setOutcome(text);
    setRevision((current) => current + 1);
  };
  const run = (name: string, change: Change): void => {
    send(change).then(
      () => finish(`Done: ${name}.`),
      (error: unknown) => finish(`Failed: ${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const revisionIn = (...tabs: readonly string[]): number | undefined => (tabs.includes(tab) ? revision : undefined);
  const status = useAdminValue("status", revision);
  const accounts = useAdminValue("accounts", revision) ?? [];
  const world = useAdminValue("world", revisionIn("Shares", "Faults", "World"));
  const named = entityNamer([...accounts, ...(world?.directories ?? []).flatMap(({ folders }) => folders)]);
  const calls = useCalls(revisionIn("Calls"));
  const faults = useAdminValue("faults", revisionIn("Faults"));
  const operations = useAdminValue("operations", revisionIn("Faults"));
  const invariants = useAdminValue("invariants", revisionIn("World"));
  return (
    <RunContext.Provider value={run}>
      <header>
        <h1>Simulated Resource Sharing</h1>
        <p role="status" class={status ? "good" : "bad"}>
          {status ? "connected" : "not reachable"}
        </p>
        <Clock now={status?.now} isPaused={status?.speed === 0} />
      </header>
      <nav>
        {Object.keys(tabs).map((name) => (
          <a key={name} href={`#${name}`} aria-current={name === tab ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <main>
        <p role="status" class={outcome.startsWith("Failed") ? "bad" : "muted"}>
          {outcome || tabs[tab]}
        </p>
        {tab === "Access" && <AccessTab revision={revision} />}
        {tab === "Shares" && <SharesTab world={world} named={named} selectedId={selected} />}
        {tab === "Calls" && <CallsTab calls={calls} named={named} selectedNumber={Number(selected)} />}
        {tab === "Faults" && <FaultsTab faults={faults} world={world} named={named} operations={operations} />}
        {tab === "World" && <WorldTab world={world} invariants={invariants} />}
      </main>
    </RunContext.Provider>
  );
}

/** The tab, and what is selected in it, that the address of the page names, as `#Shares/rs-000001`. */
function useLocationHash(): readonly [tab: string, selected: string | undefined] {
  const [hash, setHash] = useState(location.hash);
  // At once: an effect after the first paint would miss a change before it.
  useLayoutEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  const [name, selected] = hash.slice(1).split("/");
  return [Object.keys(tabs).find((known) => known.toLowerCase() === name?.toLowerCase()) ?? "Access", selected];
}

render(<Console />, document.body);
