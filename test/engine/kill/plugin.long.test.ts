import { sampleSteps } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";
import { testKills } from "./suite.ts";

testKills("plugin", lifecycles, sampleSteps);
