import { yaml } from "./languages.ts";
import { testLanguage } from "./suite.ts";

testLanguage(yaml);
