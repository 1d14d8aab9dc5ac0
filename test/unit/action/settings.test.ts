import { expect, test } from "vitest";
import { settingsOf } from "../../../action/settings.mjs";

const read = (inputs: Readonly<Record<string, string>>) => settingsOf((name: string) => inputs[name] ?? "");

test("reads one stack or check a line from the action's inputs, with and without a folder", () => {
  expect(read({ stacks: "prod\n\n infra/network  org/network/prod \n", "fail-on": "policy\nnot-granted fd-1:VSwitch/v\n" })).toMatchObject({
    stacks: [
      { folder: ".", stack: "prod" },
      { folder: "infra/network", stack: "org/network/prod" },
    ],
    failOn: ["policy", "not-granted:fd-1:VSwitch/v"],
  });
});

test("updates the earlier comment, with a picture, when the action's inputs set nothing else", () => {
  expect(read({ stacks: "prod" })).toMatchObject({ comment: "update", hasPicture: true, commentFile: "comment.md", failOn: [] });
});

test.each([
  [{ stacks: "prod", comment: "later" }, 'comment: "later" is not known: write update, new, hide-and-new'],
  [{}, "set one of stacks, previews and written-comment, which names what the comment is about: none is set"],
  [{ stacks: "prod", previews: "a.json" }, "which names what the comment is about: stacks and previews are set"],
  [{ stacks: "prod", picture: "maybe" }, 'picture: "maybe" is not true or false'],
  [{ previews: "a.json", "policy-packs": "policies" }, "policy-packs goes with stacks: a preview that is given has been run already"],
  [{ stacks: "a b c" }, 'stacks: "a b c" has more than a folder and a stack: write one stack a line'],
])("rejects the inputs %j of the action", (inputs, message) => {
  expect(() => read(inputs)).toThrow(message);
});
