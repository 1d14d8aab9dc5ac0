import { testKills } from "./suite.ts";

testKills("DirectorySharing");
