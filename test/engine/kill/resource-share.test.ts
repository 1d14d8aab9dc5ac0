import { testKills } from "./suite.ts";

testKills("ResourceShare", 4);
