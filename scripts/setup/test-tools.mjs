import { provideGoModules } from "./go-modules.mjs";
import { providePythonPackages } from "./python-packages.mjs";
import { provideS3Server } from "./s3-server.mjs";
import { provideSdkGenerator } from "./sdk-generator.mjs";
import { provideActionlint, provideZizmor } from "./workflow-linters.mjs";
import { provideYamlLanguageHost } from "./yaml-language-host.mjs";

/** What tests need from package registries. Each returns at once when it is in the cache folder. */
const TOOLS = [
  provideGoModules,
  provideS3Server,
  provideActionlint,
  provideZizmor,
  providePythonPackages,
  provideSdkGenerator,
  (/** @type {string} */ cache) => provideYamlLanguageHost({ cache }),
];

/** Fills the cache folder with what tests would otherwise fetch and build in their time limit. @param {string} cache */
export async function provideTestTools(cache) {
  for (const provide of TOOLS) await provide(cache);
}
