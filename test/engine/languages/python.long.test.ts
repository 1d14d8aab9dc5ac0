import { python } from "./languages.ts";
import { testLanguage } from "./suite.ts";

testLanguage(python);
