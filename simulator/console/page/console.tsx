import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useCalls, useStatus } from "./admin/calls.ts";
import { useAdminValue } from "./admin/polling.ts";
import { RunActionContext, useActions } from "./components/actions.tsx";
import { Tabs } from "./components/tabs.tsx";
import { AccessTab } from "./tabs/access.tsx";
import { allCalls } from "./tabs/call-filter.ts";
import { CallsTab } from "./tabs/calls.tsx";
import { Clock } from "./tabs/clock.tsx";
import { FaultsTab } from "./tabs/faults.tsx";
import { SharesTab } from "./tabs/shares.tsx";
import { WorldTab } from "./tabs/world.tsx";

const tabNames = ["Access", "Shares", "Calls", "Faults", "World"] as const;
type TabName = (typeof tabNames)[number];

function Console() {
  const { tab, shareId, go } = useLocationHash();
  const { run, revision, outcome } = useActions();
  const [filter, setFilter] = useState(allCalls);
  const status = useStatus(revision);
  const grants = useAdminValue("grants", tab === "Access", revision);
  const world = useAdminValue("world", tab !== "Access", revision);
  const calls = useCalls(tab === "Calls", revision);
  const faults = useAdminValue("faults", tab === "Faults", revision);
  const operations = useAdminValue("operations", tab === "Faults", revision);
  const invariants = useAdminValue("invariants", tab === "World", revision);
  return (
    <RunActionContext.Provider value={run}>
      <header>
        <h1>Simulated Resource Sharing</h1>
        <p role="status" class={status ? "good" : "bad"}>
          {status ? "connected" : "not reachable"}
        </p>
        <Clock now={status?.now} speed={status?.speed} />
        <p class={outcome?.isError ? "outcome bad" : "outcome"} role="status">
          {outcome?.text}
        </p>
      </header>
      <Tabs label="Parts of the service" names={tabNames} selected={tab} onSelect={(name) => go(name)}>
        {tab === "Access" && <AccessTab grants={grants} openShare={(id) => go("Shares", id)} />}
        {tab === "Shares" && (
          <SharesTab
            world={world}
            selectedId={shareId}
            select={(id) => go("Shares", id)}
            showCalls={(id) => {
              setFilter({ ...allCalls, share: id });
              go("Calls");
            }}
          />
        )}
        {tab === "Calls" && <CallsTab calls={calls} world={world} filter={filter} setFilter={setFilter} />}
        {tab === "Faults" && <FaultsTab faults={faults} world={world} operations={operations ?? []} />}
        {tab === "World" && <WorldTab world={world} invariants={invariants} />}
      </Tabs>
    </RunActionContext.Provider>
  );
}

/** The tab and the share that the address of the page names, as `#Shares/rs-000001` in any case, so that a reload and the back button keep them. */
function useLocationHash(): { tab: TabName; shareId: string | undefined; go: (tab: TabName, shareId?: string) => void } {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  const [name, shareId] = hash.slice(1).split("/");
  return {
    tab: tabNames.find((known) => known.toLowerCase() === name?.toLowerCase()) ?? "Access",
    shareId,
    go: (tab, id) => {
      location.hash = id === undefined ? tab : `${tab}/${id}`;
      // The event comes later than the next key may.
      setHash(location.hash);
    },
  };
}

render(<Console />, document.body);
