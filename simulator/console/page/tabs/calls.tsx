import { useEffect, useMemo, useState } from "preact/hooks";
import type { CallRecord, FullWorldFile } from "../../../index.ts";
import { read, send } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/fields.tsx";
import { type Column, Grid } from "../components/grid.tsx";
import { type CallFilter, filteredCalls, isThrottled, outcomes } from "./call-filter.ts";
import { CallTimeline, styleOfCall, timeOf } from "./call-timeline.tsx";
import { accountNamesOf } from "./world-types.ts";

interface CallsTabProps {
  readonly calls: readonly CallRecord[];
  readonly world: FullWorldFile | undefined;
  readonly filter: CallFilter;
  readonly setFilter: (filter: CallFilter) => void;
}

/** The calls of all accounts, newest first, with the parameters and the response of the selected one. */
export function CallsTab({ calls, world, filter, setFilter }: CallsTabProps) {
  const [selectedKey, setSelectedKey] = useState<string>();
  const names = useMemo(() => accountNamesOf(world), [world]);
  const columns = useMemo(() => columnsOf(names), [names]);
  const found = useMemo(() => filteredCalls(calls, filter, world), [calls, filter, world]);
  const operations = useMemo(() => [...new Set(calls.map(({ operation }) => operation))].filter(Boolean).toSorted(), [calls]);
  const throttled = useMemo(() => found.filter(isThrottled).length, [found]);
  const selected = found.find(({ number }) => String(number) === selectedKey);
  const change = (changed: Partial<CallFilter>): void => setFilter({ ...filter, ...changed });
  return (
    <>
      <div class="toolbar">
        <SelectField
          label="Account"
          value={filter.account}
          onValue={(account) => change({ account })}
          options={[["", "all accounts"], ...[...names].map(([id, name]) => [id, `${id} ${name}`] as const)]}
        />
        <SelectField
          label="Operation"
          value={filter.operation}
          onValue={(operation) => change({ operation })}
          options={[["", "all operations"], ...operations.map((operation) => [operation, operation] as const)]}
        />
        <TextField label="Share" type="search" placeholder="id or name" value={filter.share} onValue={(share) => change({ share })} />
        <SelectField
          label="Outcome"
          value={filter.outcome}
          onValue={(value) => change({ outcome: outcomes.find((outcome) => outcome === value) ?? "all" })}
          options={outcomes.map((outcome) => [outcome, outcome])}
        />
        <p role="status">
          {found.length} of {calls.length} calls, {throttled} throttled
        </p>
        <ActionButton description="the call log was cleared" work={() => send("DELETE", "calls")}>
          Clear log
        </ActionButton>
      </div>
      <CallTimeline calls={found} />
      <div class="split">
        <Grid
          label="Calls"
          columns={columns}
          rows={found}
          keyOf={keyOf}
          initialSort={{ column: "#", isDescending: true }}
          selectedKey={selectedKey}
          onSelect={setSelectedKey}
          empty={calls.length === 0 ? "No call has been made yet." : "No call matches the filters."}
        />
        {selected ? <CallDetail call={selected} /> : <p class="empty">Select a call to see its parameters and its response.</p>}
      </div>
    </>
  );
}

function keyOf({ number }: CallRecord): string {
  return String(number);
}

function columnsOf(names: ReadonlyMap<string, string>): readonly Column<CallRecord>[] {
  return [
    { name: "#", width: "4.5rem", text: ({ number }) => String(number), sortBy: ({ number }) => number },
    { name: "Time", width: "8.5rem", text: ({ at }) => timeOf(at), sortBy: ({ number }) => number },
    { name: "Account", width: "minmax(6.6rem, 1fr)", text: ({ account }) => names.get(account) ?? (account || "unknown") },
    { name: "Operation", width: "minmax(11rem, 2fr)", text: ({ operation }) => operation || "unknown" },
    {
      name: "Outcome",
      width: "minmax(9rem, 1.6fr)",
      text: (call) => outcomeOf(call),
      style: styleOfCall,
    },
  ];
}

function outcomeOf(call: CallRecord): string {
  const result = call.status === 0 ? "no response" : [call.status, call.code].filter(Boolean).join(" ");
  const notes = [...(isThrottled(call) ? ["throttled"] : []), ...(call.fault === undefined ? [] : [`fault: ${call.fault}`])];
  return notes.length === 0 ? result : `${result} (${notes.join(", ")})`;
}

function CallDetail({ call }: { readonly call: CallRecord }) {
  const [response, setResponse] = useState<unknown>();
  useEffect(() => {
    const ended = new AbortController();
    setResponse(undefined);
    read<{ readonly body?: unknown }>(`responses/${call.number}`, ended.signal)
      .then(({ body }) => setResponse(body))
      // The service has ended, or another call was selected.
      .catch(() => undefined);
    return () => ended.abort();
  }, [call.number]);
  return (
    <section class="detail" aria-label={`Call ${call.number}`} tabIndex={0}>
      <h2>
        {call.number} {call.operation || "unknown operation"}
      </h2>
      <dl>
        <dt>Time</dt>
        <dd>{new Date(call.at).toISOString()}</dd>
        <dt>Account</dt>
        <dd>{call.account || "not authenticated"}</dd>
        <dt>Outcome</dt>
        <dd>{outcomeOf(call)}</dd>
        <dt>Took effect</dt>
        <dd>{call.tookEffect ? "yes" : "no"}</dd>
        <dt>Request id</dt>
        <dd>{call.requestId}</dd>
      </dl>
      <h3>Parameters</h3>
      <pre>{JSON.stringify(call.parameters, undefined, 2)}</pre>
      <h3>Response</h3>
      {response === undefined ? (
        <p>No response was sent, or it is no longer kept.</p>
      ) : (
        <pre>{typeof response === "string" ? response : JSON.stringify(response, undefined, 2)}</pre>
      )}
    </section>
  );
}
