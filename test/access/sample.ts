import { accessOf } from "../../sdk/access/access.ts";

/** Two accesses, one of them pending and external, through a share whose name contains the formats' own syntax. */
export const sample = accessOf([
  {
    share: { name: 'a"]<b>', id: "rs-1" },
    account: "1",
    resources: [{ entity: { type: "VSwitch", id: "vsw-1" }, pending: false }],
    targets: [
      { entity: { id: "fd-1", kind: "Folder", external: false }, pending: false },
      { entity: { id: "2000000000000001", kind: "Account", external: true }, pending: true },
    ],
    permissions: new Map(),
  },
]);
