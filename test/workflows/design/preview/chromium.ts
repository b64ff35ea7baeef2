// A real browser for tests of pages: Debian's Chromium, quiet and without a profile.
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

export async function openChromium(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place))
  if (executablePath === undefined) throw new Error(`no Chromium was found at ${places.filter((place) => place !== undefined).join(', ')}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] })
}
