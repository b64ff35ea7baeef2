// Code preloaded into this process may have faked a terminal, so decisions made here say so. Code that hides itself isn't detected.

const flags =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--experimental-(?:default-)?config-file|--inspect(?:-brk|-wait|-port)?|--openssl-(?:shared-)?config)(?:=(.*))?$/s

export function preloads(env: NodeJS.ProcessEnv, execArgv: readonly string[] = process.execArgv): string[] {
  const words = (env['NODE_OPTIONS'] ?? '').match(/(?:"(?:\\.|[^"])*"|\S)+/g) ?? []
  const libraries = ['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES'].filter((name) => env[name])
  return [...named(words, 'NODE_OPTIONS '), ...named(execArgv, 'node '), ...libraries.map((name) => `${name} ${env[name]}`)]
}

function named(words: readonly string[], from: string): string[] {
  return words.flatMap((word, index) => {
    const [flag, value] = flags.exec(word) ?? []
    return flag === undefined ? [] : [`${from}${value === undefined ? `${word} ${words[index + 1] ?? ''}`.trim() : word}`]
  })
}
