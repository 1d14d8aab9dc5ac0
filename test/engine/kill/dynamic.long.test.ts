import { sampleTenth } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";
import { testKills } from "./suite.ts";

testKills("dynamic", lifecycles, sampleTenth);
