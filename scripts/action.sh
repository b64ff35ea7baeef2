#!/usr/bin/env bash
# The action's one step: judges, writes the reports, adds the summary to the job, and ends as the check does. Inputs come as variables, so that none is read as shell.
set -euo pipefail

# Only the comment gets the token.
token="${INPUT_TOKEN:-}"
unset INPUT_TOKEN

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
# What is new against the base branch: its findings as a baseline, where its commit can be had.
compare() {
  local base tree
  base="$(node -p 'JSON.parse(require("fs").readFileSync(process.env.GITHUB_EVENT_PATH, "utf8")).pull_request?.base.sha ?? ""' 2>/dev/null)" || return 0
  [[ "$base" =~ ^[0-9a-f]{40,64}$ ]] || return 0
  git cat-file -e "$base^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$base" 2>/dev/null || return 0
  tree="$(mktemp -d)"
  git -c core.hooksPath=/dev/null worktree add --quiet --detach "$tree/base" "$base" 2>/dev/null || return 0
  # Files that are new here are not there: those that are give the baseline.
  local there=()
  for file in ${files[@]+"${files[@]}"}; do [[ -f "$tree/base/$(git rev-parse --show-prefix)$file" ]] && there+=("$file"); done
  if [[ ${#files[@]} -eq 0 || ${#there[@]} -gt 0 ]]; then
    local again=(check --baseline "$tree/base.json")
    [[ -n "${INPUT_RULES:-}" ]] && again+=(--rules "$INPUT_RULES")
    (cd "$tree/base/$(git rev-parse --show-prefix)" && "${whet[@]}" "${again[@]}" --update-baseline ${there[@]+-- "${there[@]}"}) >/dev/null 2>&1 &&
      "${whet[@]}" "${again[@]}" --json ${files[@]+-- "${files[@]}"} >"$reports/whet-change.json" 2>/dev/null || true
  fi
  git worktree remove --force "$tree/base" 2>/dev/null || true
}
if [[ -n "$token" && -f "${GITHUB_EVENT_PATH:-}" ]]; then
  compare || true
  WHET_TOKEN="$token" node "$(dirname "${BASH_SOURCE[0]}")/action-comment.mjs" "$reports/whet.md" "$reports/whet-change.json" || true
fi
{
  echo "passed=$([[ $status -eq 0 ]] && echo true || echo false)"
  echo "sarif=$PWD/$reports/whet.sarif"
  echo "junit=$PWD/$reports/whet.xml"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$status"
