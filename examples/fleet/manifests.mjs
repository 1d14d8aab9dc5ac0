import { readDescription, stackManifests } from "pulumi-resourceshare/fleet";
import description from "./fleet.mts";

const root = import.meta.dirname;
const items = stackManifests(readDescription(description, root), {
  namespace: "sharing",
  serviceAccountName: "pulumi",
  image: "registry.example.com/fleet:1",
  secretName: "fleet-keys",
  root,
  source: { repository: "https://git.example.com/fleet.git", branch: "main" },
});

console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items }, undefined, 2));
