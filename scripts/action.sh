#!/usr/bin/env bash
# The action's one step: judges, writes the reports, adds the summary to the job, and ends as the check does. Inputs come as variables, so that none is read as shell.
set -euo pipefail

if [[ -n "${WHET:-}" ]]; then
  whet=("$WHET")
elif [[ -n "${INPUT_VERSION:-}" ]]; then
  whet=(npx --yes --package "whetstone@$INPUT_VERSION" whet)
else
  (cd "$ACTION_PATH" && node scripts/prepare.mjs)
  whet=(node "$ACTION_PATH/bin/whet.js")
fi

reports="${INPUT_REPORTS:-whet-reports}"
args=(check --report "$reports/whet.sarif" --report "$reports/whet.xml" --report "$reports/whet.md")
[[ -n "${INPUT_RULES:-}" ]] && args+=(--rules "$INPUT_RULES")
[[ -n "${INPUT_THRESHOLD:-}" ]] && args+=(--threshold "$INPUT_THRESHOLD")
if [[ "${INPUT_ALLOW_COMMANDS:-false}" == true ]]; then
  "${whet[@]}" trust
  args+=(--allow-commands)
fi
read -r -d '' -a files <<<"${INPUT_FILES:-}" || true # all lines; ends at the end of the input, which read calls a failure
[[ ${#files[@]} -gt 0 ]] && args+=(-- "${files[@]}")

status=0
"${whet[@]}" "${args[@]}" || status=$?

if [[ -f "$reports/whet.md" ]]; then
  cat "$reports/whet.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
{
  echo "passed=$([[ $status -eq 0 ]] && echo true || echo false)"
  echo "sarif=$PWD/$reports/whet.sarif"
  echo "junit=$PWD/$reports/whet.xml"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$status"
