import { killSuite } from "./kill/suite.ts";

killSuite(1, ["ShareAssociation", "SharePermission", "ShareTags", "InvitationAcceptor", "DeviceAction"]);
