// Starts Chromium with its sandbox on: under another user if we are root, because Chromium refuses to sandbox root. Says so if that fails.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

export interface Launched {
  browser: Browser
  /** What is less safe than it should be, in a sentence; null if nothing. */
  note: string | null
  remove(): void
}

/** Only the last such list counts, so this repeats the relevant part of Playwright's. The address bar's popups are two invisible pages in a process of their own per context. */
const unused = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Only the page's own traffic: no updates, no sync, no lookups of names beyond this machine. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-gpu',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--disable-features=${unused.join()}`,
]

export async function launchChromium(path: string): Promise<Launched> {
  // Required rather than imported: too large for the bundle, and only those who look at pages should pay for it.
  const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')
  const start = (executablePath: string, chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath,
      chromiumSandbox,
      args: quiet,
      timeout: 30_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  const other = process.getuid?.() === 0 ? asNobody(path) : null
  if (other !== null || process.getuid?.() !== 0) {
    try {
      return { browser: await start(other?.script ?? path, true), note: null, remove: other?.remove ?? (() => {}) }
    } catch {
      other?.remove()
    }
  }
  const why = process.getuid?.() === 0 ? "it runs as root and couldn't be started as another user" : "this system doesn't allow one"
  return { browser: await start(path, false), note: `the sandbox of Chromium is off: ${why}`, remove: () => {} }
}

const nobody = 65534

/** A small script that hands Chromium's folder to the user nobody and becomes that user; null if the tools are missing. */
function asNobody(path: string): { script: string; remove(): void } | null {
  if (process.platform !== 'linux' || spawnSync('setpriv', ['--version']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'whet-chromium-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const script = join(folder, 'start')
  const home = `'${folder}'`
  const lines = [
    '#!/bin/sh',
    `for each; do case $each in --user-data-dir=*) chown -R ${nobody}:${nobody} "\${each#*=}";; esac; done`,
    `exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs env -i PATH="$PATH" LANG=C.UTF-8 HOME=${home} XDG_CONFIG_HOME=${home} XDG_CACHE_HOME=${home} TMPDIR=${home} '${path.replaceAll("'", "'\\''")}' "$@"`,
  ]
  writeFileSync(script, `${lines.join('\n')}\n`)
  chmodSync(script, 0o755)
  chownSync(folder, nobody, nobody)
  return { script, remove }
}
