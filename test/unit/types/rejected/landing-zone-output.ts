// TS2322: the rows of a landing zone are known when the program runs.
import * as pulumi from "@pulumi/pulumi";
import { LandingZone } from "../../../../sdk/index.ts";

export const zone = new LandingZone("zone", { teams: { network: { subnets: { acceptedBy: pulumi.output(["consumer"]) } } } });
