#!/usr/bin/env bash
# Previews a stack with its policies and writes a comment about it: who gains and who loses access, and what policies found.
# Ends with 0, with 3 when a check of FAIL_ON fails, with 2 when the preview cannot be read, and otherwise as `pulumi preview` ends.
set -uo pipefail

stack=${STACK:?name the stack to preview}
comment=${COMMENT:-comment.md}
case $comment in /*) ;; *) comment=$PWD/$comment ;; esac
cd "${PROJECT:-.}" || exit 2
PATH="$PWD/node_modules/.bin:$PATH"

# The engine's own messages in a stream of events contain secrets in clear text: other users cannot read it, and it is deleted at the end.
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

words=(--stack "$stack" --json --show-sames --non-interactive)
[ -n "${POLICY_PACK:-}" ] && words+=(--policy-pack "$POLICY_PACK")
PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi preview "${words[@]}" >"$work/preview.json" 2>"$work/preview.err"
previewed=$?

checks=()
for check in ${FAIL_ON:-policy}; do checks+=(--fail-on "$check"); done
resourceshare diff "$work/preview.json" --picture "${checks[@]}" >"$work/body.md" 2>"$work/diff.err"
compared=$?
# Programs and services write into these lines: they must neither control a terminal nor be a command of the CI runner.
cat "$work/preview.err" "$work/diff.err" | node -e '
  const text = require("node:fs").readFileSync(0, "utf8").replace(/\u001b\[[0-9;]*m/g, "").replace(/\r\n?/g, "\n");
  const unprintable = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  process.stdout.write(text.replace(unprintable, " ").replace(/##(?=\w*\[)/g, "## ").replace(/^(?=.)/gm, "| "));
' >&2

{
  # comment.mjs finds the comment by this line: one for each stack.
  printf '<!-- resourceshare diff %s -->\n' "${stack//[^A-Za-z0-9._\/-]/-}"
  if [ "$compared" -eq 0 ] || [ "$compared" -eq 3 ]; then
    cat "$work/body.md"
  else
    printf '### Access through resource shares\n\n🛑 The preview of this change failed, so the access is not known. The reason is in the log of this pipeline.\n'
  fi
  [ -n "${REVISION:-}" ] && printf '\n<sub>Preview of %s</sub>\n' "${REVISION//[^A-Za-z0-9]/}"
} >"$work/comment.md"
install -m 644 "$work/comment.md" "$comment"

[ "$compared" -ne 0 ] && exit "$compared"
exit "$previewed"
