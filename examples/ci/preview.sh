#!/usr/bin/env bash
# Previews a stack with its policies and writes a comment about it: who gains and who loses access, and what policies found.
# Ends with 0, with 3 when a gate says no, with 2 when the preview cannot be read, and otherwise as `pulumi preview` ends.
set -uo pipefail

stack=${STACK:?name the stack to preview}
comment=${COMMENT:-comment.md}
case $comment in /*) ;; *) comment=$PWD/$comment ;; esac
cd "${PROJECT:-.}" || exit 2
PATH="$PWD/node_modules/.bin:$PATH"

# The engine's own messages in a stream of events hold secrets in clear text: nobody else may read it, and it goes when this ends.
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

words=(--stack "$stack" --json --show-sames --non-interactive)
[ -n "${POLICY_PACK:-}" ] && words+=(--policy-pack "$POLICY_PACK")
PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi preview "${words[@]}" >"$work/preview.json" 2>"$work/preview.err"
previewed=$?

gates=()
for gate in ${FAIL_ON:-policy}; do gates+=(--fail-on "$gate"); done
resourceshare diff "$work/preview.json" --picture "${gates[@]}" >"$work/body.md" 2>"$work/diff.err"
compared=$?
# What others have written stands in these lines: a platform must not read one as a command to itself.
cat "$work/preview.err" "$work/diff.err" | tr '\r' '\n' | sed 's/##\[/## [/g; s/^/| /' >&2

{
  # The first line finds the comment again: one for each stack.
  printf '<!-- resourceshare diff %s -->\n' "${stack//[^A-Za-z0-9._\/-]/-}"
  if [ "$compared" -eq 0 ] || [ "$compared" -eq 3 ]; then
    cat "$work/body.md"
  else
    printf '### Access through resource shares\n\n🛑 The preview of this change failed, so that nothing is known of access. The log of this pipeline says why.\n'
  fi
  [ -n "${REVISION:-}" ] && printf '\n<sub>Preview of %s</sub>\n' "${REVISION//[^A-Za-z0-9]/}"
} >"$work/comment.md"
install -m 644 "$work/comment.md" "$comment"

[ "$compared" -ne 0 ] && exit "$compared"
exit "$previewed"
