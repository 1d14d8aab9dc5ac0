import { testKills } from "./suite.ts";

testKills("SharePermission");
