import { testPreviewAccuracy } from "./suite.ts";

testPreviewAccuracy("dynamic", 208);
