import { testKills } from "./suite.ts";

testKills("ShareTags");
