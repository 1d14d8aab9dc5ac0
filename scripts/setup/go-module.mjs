import { buildGoProgram } from "./go-build.mjs";
import { moduleFolder } from "./go-program.mjs";
import { PULUMI_INSTALLED } from "./versions.mjs";

/**
 * Builds the CLI from its Go module, through a module that requires it: `go install` rejects a module whose go.mod has `replace`
 * directives. For another version, change it in go.mod and run `go mod tidy` there.
 * @type {import("./pulumi.mjs").Way}
 */
export const goModuleInstaller = {
  name: "its Go module",
  expect: "3 to 8 minutes, once for this user; interrupted, it resumes where it stopped",
  install: (folder) =>
    buildGoProgram({
      subject: "Pulumi CLI",
      module: moduleFolder("pulumi-module"),
      program: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
      folder,
      name: "pulumi",
      linkerFlags: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_INSTALLED}`,
    }),
};
