import { ResourceShareGuard } from "pulumi-resourceshare/policy";

// Every resource is checked: unintended access stops a deployment, everything else is advisory.
const guard = new ResourceShareGuard({
  all: "advisory",
  "external-targets": { enforcementLevel: "mandatory", allow: ["2000000000000001"] },
  "whole-directory": "mandatory",
  "resource-types": { enforcementLevel: "mandatory", deny: ["KMSInstance", "Snapshot"] },
  permissions: { enforcementLevel: "mandatory", allow: ["*ReadOnly"] },
  "required-tags": { enforcementLevel: "remediate", tags: { team: "platform" } },
  naming: { pattern: "^[a-z][a-z0-9-]*$" },
  "double-claim": "mandatory",
  "share-size": { targets: 20, resources: 50 },
  "known-senders": { enforcementLevel: "mandatory", accounts: ["1000000000000001"] },
  "credentials-in-program": "mandatory",
});

export const packs = [guard];
