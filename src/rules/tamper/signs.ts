// What weakens and strengthens settings and commands, as patterns: the words of the tools.

/** Keys whose number may rise but not fall, and those that may fall but not rise. */
export const floors =
  /["'<]?\b((?<=minimum_coverage\b[^\n]{0,40})(?:line|branch)|lines|branches|functions|statements|global|fail_under|fail-under|cov-fail-under|check-coverage|threshold|thresholds|minimum|minimum_coverage_by_file|min_coverage|minimum_coverage|minCoverage|coverageThreshold|target|break|low|high|total|file|package|project|min)\b(?:["']?\s{0,4}[:=]|>|(?<=coverage) )\s{0,4}["']?(-?\d+(?:\.\d+)?)/g
export const ceilings =
  /["']?(--max-warnings|\bmax-warnings|\bmaxWarnings|\bmax-complexity|\bmax_complexity|\bcomplexity|\bmaxSize|\bbudget|\bmax-failures|\bMax|\blimit|\bmaximumError|\bmaxDiffPixels|\bmaxDiffPixelRatio|\bfailureThreshold)["']?\s{0,4}[:= ,]\s{0,4}["']?(\d+(?:\.\d+)?)/g

/** Settings that are worse when they appear, and those that are worse when they go. */
export const bad =
  /\b(?:passWithNoTests|pass-with-no-tests|dangerouslyIgnoreUnhandledErrors|skipLibCheck|continue-on-error|allow_failure|allowJs|isolatedModules|ignore_errors|ignore_missing_imports|skip_covered|allowOnly)\b["']?\s{0,4}[:=]\s{0,4}["']?(?:true|yes|1|True)|\bxfail_strict\s{0,4}=\s{0,4}(?:false|False|0)|\bcheck[-_]?[cC]overage["']?\s{0,4}[:=]\s{0,4}["']?false|\bNewCops: disable|\b[\w-]+\s?=\s?["']allow["']|\b(?:coverage|[eE]nabled|strict|noImplicitAny|strictNullChecks|noUnusedLocals|forbidOnly|failOnError|check-coverage|noUncheckedIndexedAccess|noImplicitReturns|useUnknownInCatchVariables)["']?\s{0,4}[:=]\s{0,4}["']?(?:false|False)|\b(?:retry|retries|reruns)["']?\s{0,4}[:=]\s{0,4}["']?[1-9]|(?:["']?[\w@/-]+["']?\s{0,4}:\s{0,4}\[?\s{0,4})?["'](?:off|0)["']|:\s{0,3}off\b|\bif:\s{0,3}(?:false|\$\{\{ false \}\})|\bdisable_all\b|<(?:skipTests|skipITs|testFailureIgnore|maven\.test\.skip|maven\.test\.failure\.ignore)>true|<failIfNoTests>false|<rerunFailingTestsCount>[1-9]|\bignoreFailures\s{0,4}=\s{0,4}true|\bfailOnViolation\s{0,4}=\s{0,4}false|^\s{0,4}(?:harness|test|doctest|overflow-checks|debug-assertions)\s{0,4}=\s{0,4}false|\bfilter_run_excluding\b|\bfilter_run_when_matching\b|--tag ~|<exclude>[^<]*(?:Test|IT\b|Spec|\*\*)[^<]*|\bexcludeTags?\b|\bexclude(?:TestsMatching)?\s{0,2}[( ]['"][^'"]*|^replace \S*(?:testify|gomega|ginkgo|go-cmp|quicktest)|\b(?:grep|fgrep|invert|testNamePattern|shard|onlyChanged)\b["']?\s{0,4}[:=]|\b(?:testResultsProcessor|testRunner|snapshotResolver|script-shell|node-options|NODE_OPTIONS)\b["']?\s{0,4}[:=]|\bupdateSnapshot|\bupdate["']?\s{0,4}[:=]\s{0,4}["']?(?:true|all)|\b(?:run|name): [^\n]*(?:test|check|lint|verify|types)[^\n]*\n\s+if: (?!.*(?:always|success)\(\))[^\n]*|\bif: (?!.*(?:always|success)\(\))[^\n]*\n\s+run: [^\n]*(?:test|check|lint|verify|types)|^\t[@+]{0,2}-[^\n]*(?:test|check|lint|mocha|\btsc\b|mypy|ruff|\bvet\b)/gm
export const good =
  /\b(?:strict|noImplicitAny|strictNullChecks|check[-_]?[cC]overage|forbidOnly|xfail_strict|warn_unreachable|disallow_untyped_defs|noUnusedLocals|noUnusedParameters|noUncheckedIndexedAccess|noImplicitReturns|exactOptionalPropertyTypes|fail_ci_if_error|failOnError|errorOnDeprecated|injectGlobals)["']?\s{0,4}[:=]\s{0,4}["']?(?:true|True|1)/g

/** Commands that test or check something, and those that lead to such commands. */
export const runner =
  /\b(?:vitest|jest|mocha|ava|tap|jasmine|karma|playwright|cypress|pytest|unittest|nose2?|tox|nox|go\s+test|gotestsum|node\s+--test|bun\s+test|deno\s+test|cargo\s+test|c8|nyc|eslint|oxlint|tsc|mypy|ruff|golangci-lint|stryker|mvnw?|gradlew?|rspec|rake|rubocop|cargo\s+(?:nextest|clippy)|go\s+vet|phpunit|dotnet\s+test|ctest)\b/
export const runs =
  /^\s{0,8}["']?addopts\b|\b(?:npm|pnpm|yarn|make|just|task)\s+(?:run\s+)?(?:test|check|ci\b(?!$)|lint|verify|types?|typecheck|coverage|e2e|validate|build)/

/** A command may succeed though what it runs does not. */
export const succeeds =
  /\|\|\s{0,3}(?:true|exit\s+0|:|echo\b)|;\s{0,3}(?:true|exit\s+0)\b|\bset\s+\+e\b|\bset\s+\+o\s+errexit|\bexit\s+0\b|\b(?:continue-on-error|allow_failure):\s{0,3}(?!false)\S|\|\s{0,3}(?:tee|cat)\b|&\s{0,3}$|\bignore_outcome\s{0,3}=\s{0,3}true|\bprocess\.exit\(0\)/gm

/** Worse when they appear more often than before. */
export const weakening: readonly (readonly [RegExp, string])[] = [
  [succeeds, 'lets it succeed whatever the tests say'],
  [
    /-DskipTests|-Dmaven\.test\.skip|-Dmaven\.test\.failure\.ignore|-x\s+test\b|--no-run\b|--passWithNoTests|--pass-with-no-tests|--no-bail\b|--dangerouslyIgnoreUnhandledErrors|--suppress-no-test-exit-code|--exit-zero|--no-error-on-unmatched-pattern|--allow-no-tests|--if-present/g,
    'lets it succeed without running anything',
  ],
  [
    /(?:^|\s)(?:-k|--deselect|--ignore(?:-glob)?|--exclude|--testPathIgnorePatterns|--testPathPatterns?|-t|--testNamePattern|--test-name-pattern|--test-skip-pattern|--test-only|--grep|--invert|-g|-run|--run|-skip|-m|--changed|--onlyChanged|--only-changed|--findRelatedTests|--shard|-short|--lf|--last-failed|--project|--filter|-tags|--skip)(?:[\s=]|$)/g,
    'leaves tests out',
  ],
  [
    /(?:^|\s)(?:-u|--update|--updateSnapshot|--update-snapshots?|--snapshot-update|--inline-snapshot=\w+|--force-regen)(?:\s|$)/g,
    'rewrites the expected results',
  ],
  [/--retry(?:=|\s)|--retries(?:=|\s)|--reruns(?:=|\s)|--flaky/g, 'repeats tests until they pass'],
  [
    /--no-coverage|--coverage[=.](?:enabled=)?false|--no-cov\b|--cov-fail-under=0|--check-coverage=false|--no-strict|--no-verify|--no-typecheck|--skip-nx-cache|--quiet\b/g,
    'turns a check off',
  ],
]

/** Worse when they go. */
export const strengthening =
  /--coverage\b(?!=)|--cov(?:=\S+|-fail-under=\d+|\b)|-race\b|--strict[\w-]*|-W\s?error[\w:.-]*|--forbid-only\b|--forbidOnly\b|--max-warnings[= ]\d+|--check-coverage\b|--fail-\S+|\bset\s+-e\w*|\bpipefail\b|--detect-open-handles\b|--fail_under\S*|--errors-for-leak\S*|-D\s?warnings|-Werror\b|--deny[= ]\S+|-covermode\S*/g
