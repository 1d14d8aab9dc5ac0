import { testPreviewAccuracy } from "./suite.ts";

testPreviewAccuracy("dynamic", 48, 2);
