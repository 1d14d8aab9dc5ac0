import { sampleSteps } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";
import { testKills } from "./suite.ts";

// One kill a kind; `dynamic.long.test.ts` and `plugin.long.test.ts` have the later steps, and the plugin.
const creations = lifecycles.map((lifecycle) => ({ ...lifecycle, steps: lifecycle.steps.slice(0, 1) }));
testKills("dynamic", creations, sampleSteps);
