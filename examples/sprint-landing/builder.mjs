// A builder without a model: it reads the findings and mends exactly what they name, nothing else. Prompt on stdin, files on stdout.
import { readFileSync } from 'node:fs'

const prompt = readFileSync(0, 'utf8')
if (prompt.includes('Accept it, or propose changes')) {
  process.stdout.write('{"accept": true}')
  process.exit()
}
const findings = prompt.slice(prompt.indexOf('Findings:'), prompt.indexOf('Contract:'))
const file = (name) => {
  const found = new RegExp(`file="?[^"\\n]*${name.replace('.', '\\.')}"?\\n([\\s\\S]*?)\\n\`\`\``).exec(
    prompt.slice(prompt.indexOf('Files as they are:')),
  )
  return found?.[1] ?? ''
}
let [html, css] = [file('index.html'), file('style.css')]
const page = /^The page: (.+)$/m.exec(prompt)?.[1] ?? 'index.html'
const folder = page.slice(0, page.lastIndexOf('/') + 1)

/** What a finding is known by, and what it takes. */
const mends = [
  ['functionality.mobile', () => (css = css.replace(/\.list \{ width: 560px; \}/, '.list { max-width: 560px; }'))],
  ['completeness.copy', () => (html = html.replace('ring at nine', 'ring at seven'))],
  ['functionality.actions', () => (html = html.replace('href="#order"', 'href="#prices"'))],
  ['functionality.alt', () => (html = html.replace('<img src="loaf.svg"', '<img src="loaf.svg" alt="A loaf of bread"'))],
  ['design.contrast', () => (css = css.replace('.lead { color: #d8cfbb; }', '.lead { color: #1d2a1f; }'))],
  ['design.spacing', () => (css = css.replace('padding: 13px 32px', 'padding: 16px 32px'))],
  [
    'no section "Contact"',
    () =>
      (html = html.replace(
        '    </main>',
        '      <section id="contact">\n        <h2>Contact</h2>\n        <p>Call us on 555 0199 before noon.</p>\n      </section>\n    </main>',
      )),
  ],
]
/** At most four at a time: a sprint is short. */
const named = mends.filter(([finding]) => findings.includes(finding)).slice(0, 4)
for (const [, mend] of named) mend()
process.stdout.write(`Mended: ${named.map(([finding]) => finding).join(', ') || 'nothing'}.\n\n`)
process.stdout.write(`\`\`\`html file=${folder}index.html\n${html}\n\`\`\`\n\n\`\`\`css file=${folder}style.css\n${css}\n\`\`\`\n`)
