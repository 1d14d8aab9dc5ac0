import { testKills } from "./suite.ts";

testKills("InvitationAcceptor");
