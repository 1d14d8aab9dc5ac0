import { testPreviewAccuracy } from "./suite.ts";

testPreviewAccuracy("plugin", 64);
