import { testKills } from "./suite.ts";

testKills("ShareAssociation");
