// Finds a Chromium: CHROME_PATH, the system's usual places, then Playwright's downloads, newest first.
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

export type FoundChromium = { path: string } | { path: null; why: string }

/** Reports a CHROME_PATH that doesn't exist: using another browser would be a surprise. */
export function findChromium(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): FoundChromium {
  const named = env['CHROME_PATH'] ?? env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    if (runs(named)) return { path: named }
    return { path: null, why: `CHROME_PATH names ${named}, which isn't executable` }
  }
  const path = [...onPath(env), ...usual(env, platform), ...playwrights(env, platform)].find(runs)
  return path === undefined ? { path: null, why: 'no Chromium was found; install one or name it in CHROME_PATH' } : { path }
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

function onPath(env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function usual(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ])
  if (platform === 'win32')
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = env[name]
      return folder === undefined
        ? []
        : [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]
    })
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => join(folder, name)))
}

function playwrights(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(env['LOCALAPPDATA'] ?? homedir(), 'ms-playwright'),
  }
  const cache = env['PLAYWRIGHT_BROWSERS_PATH'] ?? caches[platform] ?? join(homedir(), '.cache/ms-playwright')
  const inside = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-linux64/chrome-headless-shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  const release = (name: string) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0)
  return folders(cache)
    .filter((name) => name.startsWith('chromium'))
    .sort((a, b) => release(b) - release(a))
    .flatMap((name) => inside.map((path) => join(cache, name, path)))
}

function folders(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
