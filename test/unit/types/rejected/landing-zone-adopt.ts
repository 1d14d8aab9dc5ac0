// TS2353: a share of a landing zone cannot be adopted.
import { LandingZone } from "../../../../sdk/index.ts";

export const zone = new LandingZone("zone", { teams: { network: { subnets: { adopt: "rs-000001" } } } });
