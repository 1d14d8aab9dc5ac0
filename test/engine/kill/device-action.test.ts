import { testKills } from "./suite.ts";

testKills("DeviceAction");
