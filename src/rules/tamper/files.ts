// What a file is to the guard, by its path: a test, test data, a setting, a command, or the work itself.
import { grammarOf } from '../reading/syntax.ts'

export type Tree = Readonly<Record<string, string>>

/** Languages by the way their tests are written. */
export type Language = 'js' | 'py' | 'go' | 'rust' | 'java' | 'ruby'

export type Part = 'test' | 'data' | 'settings' | 'source' | 'other'

export function languageOf(path: string): Language | null {
  const grammar = grammarOf(path)
  if (grammar === null) return null
  return grammar === 'python' ? 'py' : grammar === 'javascript' || grammar === 'typescript' || grammar === 'tsx' ? 'js' : grammar
}

/** Code in a language for which there is no grammar here. */
export function isUnread(path: string): boolean {
  return /\.(?:kts?|cs|php|swift|c|cc|cpp|cxx|h|hpp|scala|dart|exs?|erl|hs|ml|lua|jl|r|pl|pm|t|groovy|clj[cs]?|fs|vb|m|mm|zig|nim|cr|vue|svelte)$/i.test(
    path,
  )
}

export function partOf(path: string): Part {
  const name = nameOf(path)
  if (/\.min\.[cm]?js$/.test(name)) return 'other'
  if (isSettings(path, name)) return 'settings'
  if (isData(path)) return 'data'
  const language = languageOf(path)
  if (language && (isTestName(name, language) || inTestFolder(path))) return 'test'
  if (isUnread(path)) return unreadTest.test(name) || inTestFolder(path) ? 'test' : 'source'
  return language ? 'source' : 'other'
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Whether a runner would pick it up by its name. */
export function isTestName(name: string, language: Language): boolean {
  if (language === 'js')
    return /[.-](?:test|spec|e2e|cy)(?:-d)?\.[cm]?[jt]sx?$/.test(name) || /^(?:test|tests|spec)\.[cm]?[jt]sx?$/.test(name)
  if (language === 'py') return /^(?:test_.+|.+_tests?|tests?)\.py$/.test(name)
  if (language === 'java') return /^(?:Test[A-Z]\w*|\w*(?:Tests?|TestCase|IT|Spec))\.java$/.test(name)
  if (language === 'ruby') return /^(?:test_\w+|\w+_(?:test|spec))\.rb$/.test(name)
  return name.endsWith(language === 'go' ? '_test.go' : '_test.rs') || name === 'tests.rs'
}

/** `FareTest.kt`, `fare_test.dart`, `test_fare.c`, `FareSpec.scala`. */
const unreadTest = /^(?:Test[A-Z]|[Tt]ests?[_.-])|(?:Tests?|TestCase|Spec|[_.-](?:tests?|spec))\.\w+$|\.t$/

function inTestFolder(path: string): boolean {
  return /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|e2e|integration[-_]tests?)\//.test(path)
}

function isData(path: string): boolean {
  return (
    /(?:^|\/)(?:__snapshots__|fixtures?|__fixtures__|testdata|test[-_]data|goldens?|golden[-_]files|expected|baselines?|snapshots?|cassettes)\//.test(
      path,
    ) ||
    /\.(?:snap|golden|approved\.\w+|ambr)$/.test(path) ||
    (inTestFolder(path) && languageOf(path) === null && /\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|html|md|sql)$/.test(path))
  )
}

const settingsNames = new Set(
  'package.json pytest.ini tox.ini setup.cfg pyproject.toml .coveragerc conftest.py noxfile.py makefile justfile taskfile.yml codecov.yml .codecov.yml .gitlab-ci.yml azure-pipelines.yml jenkinsfile sonar-project.properties .golangci.yml .golangci.yaml .testcoverage.yml mypy.ini ruff.toml .flake8 turbo.json nx.json deno.json biome.json sitecustomize.py dockerfile .npmrc .yarnrc .yarnrc.yml pom.xml build.gradle build.gradle.kts junit-platform.properties cargo.toml go.mod .rspec rakefile .simplecov spec_helper.rb rails_helper.rb test_helper.rb phpunit.xml phpunit.xml.dist'.split(
    ' ',
  ),
)

function isSettings(path: string, name: string): boolean {
  return (
    settingsNames.has(name.toLowerCase()) ||
    /^(?:vitest|vite|jest|karma|playwright|cypress|wdio|ava|tap|nyc|c8|stryker|babel|eslint|webpack|rollup)(?:\.[\w-]+)?\.(?:config|conf|workspace|setup)\.[cm]?[jt]s(?:on)?$/.test(
      name,
    ) ||
    /^(?:jest|vitest)\.(?:config|setup)\.json$/.test(name) ||
    /^\.(?:mocharc|nycrc|c8rc|taprc|eslintrc|jestrc|babelrc|swcrc)(?:\.\w+)?$/.test(name) ||
    /^tsconfig(?:\.\w+)?\.json$/.test(name) ||
    /^\.?(?:\w*lint\w*|rubocop\w*|clippy|checkstyle|detekt|phpstan|pmd|spotbugs\w*|pre-commit-config)\.(?:ya?ml|toml|xml|json|neon)$/.test(
      name,
    ) ||
    /(?:coverage|tests?|lint)(?:[.-]config|rc)\.\w+$|^\.\w*(?:lint|coverage|test)ignore$/.test(name) ||
    /(?:^|\/)\.(?:github\/workflows|circleci|githooks|git-hooks|husky)\//.test(path) ||
    /\.(?:sh|bash|ps1|cmd|mk)$/.test(name) ||
    (/(?:^|\/)scripts?\//.test(path) && /\.(?:sh|bash|mjs|cjs|js|py)$/.test(name) && /(?:test|check|ci|verify|lint|coverage)/i.test(name))
  )
}
