import { resources } from "../../../provider/resources/index.ts";
import { credentialsIn, credentialsInFiles, programFolder } from "../credentials.ts";
import { folder, texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `credentials-in-program`: rejects credentials in arguments and in the files of the program. */
export const credentialsInProgram = define({
  name: "credentials-in-program",
  description: "No credentials stand in arguments or in the program's text.",
  options: {
    program: folder(
      "folder of the program, from the pack's; default: the folder that `pulumi` was started in, when its Pulumi.yaml names the project",
    ),
    ignore: texts("files that are not read, from the program's folder; `*` stands for any text", "path"),
  },
  notChecked:
    "the file of `resourceshare simulate --write-env`; credentials without a typical form, and what is split or encoded; secrets count too: policies get them in the clear",
  kinds: resources.map(({ token }) => token),
  resource(subject, _options, findings) {
    for (const { path, shown } of credentialsIn(subject.values)) {
      findings.violation(
        subject,
        `has a value in the form of a credential in \`${path}\` (${shown}); take it out and replace it at its issuer: it is known now`,
      );
    }
  },
  stack({ program: project }, { program, ignore = [] }, findings) {
    const read = program ?? programFolder();
    for (const { path, line, shown, more } of read === undefined ? [] : credentialsInFiles(read, ignore)) {
      const others = more === 0 ? "" : ` and in ${more} more ${more === 1 ? "line" : "lines"} of the file`;
      findings.violation(
        project,
        `has a value in the form of a credential in ${path}:${line} (${shown})${others}; use \`pulumi config set --secret\` or the environment, and replace it at its issuer`,
      );
    }
  },
});
