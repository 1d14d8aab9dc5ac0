import { killSuite } from "./kill/suite.ts";

killSuite(1, ["ResourceShare", "DirectorySharing"]);
