import { useState } from "preact/hooks";
import type { CallRecord } from "../../../index.ts";
import { type EntityNamer, matchesSearch } from "../../search.ts";
import { useAdminValue } from "../admin/polling.ts";
import { ActionButton } from "../components/forms.tsx";
import { DetailHeading } from "../components/detail.tsx";
import { Search } from "../components/search.tsx";
import { type Column, Table } from "../components/table.tsx";

interface CallsTabProps {
  readonly calls: readonly CallRecord[] | undefined;
  readonly named: EntityNamer;
  readonly selectedNumber: number;
}

/** The calls of all accounts, newest first, with the parameters and the response of the selected one. */
export function CallsTab({ calls, named, selectedNumber }: CallsTabProps) {
  const [search, setSearch] = useState("");
  const [areReadsHidden, setReadsHidden] = useState(false);
  if (calls === undefined) return <p class="muted">Reading the calls.</p>;
  const shown = calls.filter((call) => !areReadsHidden || !isRead(call));
  const found = shown.filter((call) => search === "" || matchesSearch(searchText(call, named), search)).toReversed();
  const selected = calls.find(({ number }) => number === selectedNumber);
  const columns: readonly Column<CallRecord>[] = [
    {
      name: "#",
      cell: ({ number }) => (
        <a href={`#Calls/${number}`} aria-current={number === selectedNumber}>
          {number}
        </a>
      ),
    },
    { name: "Time", cell: ({ at }) => new Date(at).toISOString().slice(11, 23) },
    { name: "Account", cell: ({ account }) => named(account) || "unknown" },
    { name: "Operation", cell: ({ operation }) => operation || "unknown" },
    { name: "Outcome", cell: outcomeOf, style: styleOf },
  ];
  return (
    <>
      <Search
        value={search}
        onValue={setSearch}
        placeholder="account, operation, parameter, outcome"
        found={`${found.length} of ${calls.length} calls`}
      >
        <label class="checkbox">
          <input type="checkbox" checked={areReadsHidden} onChange={({ currentTarget }) => setReadsHidden(currentTarget.checked)} /> Hide
          reads
        </label>
        <ActionButton change={{ method: "DELETE", path: "calls" }}>Clear log</ActionButton>
      </Search>
      <div class="split">
        <Table
          columns={columns}
          rows={found}
          keyOf={({ number }) => number}
          selectedKey={selected?.number}
          empty={calls.length === 0 ? "No call was received." : "There is no such call."}
        />
        {selected && <CallDetail key={selected.number} call={selected} account={named(selected.account)} />}
      </div>
    </>
  );
}

function isRead({ operation }: CallRecord): boolean {
  return /^(Check|Describe|Get|List)/.test(operation);
}

/** The share that a call names, or that it has created. */
function shareIdOf(call: CallRecord, response: unknown): string | undefined {
  const text = JSON.stringify([call.parameters, isRead(call) ? undefined : response]);
  return /"ResourceShareId":"([^"]+)"/.exec(text)?.[1];
}

function searchText(call: CallRecord, named: EntityNamer): string {
  return [named(call.account), call.operation, outcomeOf(call), JSON.stringify(call.parameters)].join(" ");
}

/** Status and code of the response; after a fault, also whether the operation was executed. */
function outcomeOf(call: CallRecord): string {
  // A fault has dropped the response.
  const result = call.status === 0 ? "no response" : [call.status, call.code].filter(Boolean).join(" ");
  return call.fault === undefined ? result : `${result} (fault: ${call.fault}${call.tookEffect ? ", executed" : ""})`;
}

function styleOf(call: CallRecord): string {
  if (call.status === 200) return "good";
  return call.code?.startsWith("Throttling") ? "warning" : "bad";
}

function CallDetail({ call, account }: { readonly call: CallRecord; readonly account: string }) {
  const response = useAdminValue(`responses/${call.number}`, 0)?.body;
  const shareId = shareIdOf(call, response);
  return (
    <section aria-label={`Call ${call.number}`} tabIndex={0}>
      <DetailHeading tab="Calls">{`${call.number} ${call.operation || "unknown operation"}`}</DetailHeading>
      <dl>
        <dt>Time</dt>
        <dd>{new Date(call.at).toISOString()}</dd>
        <dt>Account</dt>
        <dd>{account || "not authenticated"}</dd>
        <dt>Outcome</dt>
        <dd>{outcomeOf(call)}</dd>
        {shareId && (
          <>
            <dt>Share</dt>
            <dd>
              <a href={`#Shares/${shareId}`}>{shareId}</a>
            </dd>
          </>
        )}
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
