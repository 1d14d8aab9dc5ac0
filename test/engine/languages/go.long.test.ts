import { go } from "./languages.ts";
import { testLanguage } from "./suite.ts";

testLanguage(go);
