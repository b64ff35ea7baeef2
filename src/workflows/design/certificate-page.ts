// The certificate as a page for people, with the statement and the certified files embedded for machines.
import { Fault } from '../../schema/fault.ts'
import { blankMark, seal } from './certificate-seal.ts'
import type { Statement } from './certificate-statement.ts'
import { readCritique } from './critic/critique-file.ts'
import { escapeOnly } from '../../lib/html.ts'
import { html, title, trusted, type Content, type Html } from './preview/html.ts'
import { policy } from './preview/render.ts'
import { base } from './preview/style-base.ts'

export function certificatePage(statement: Statement, files: Record<string, string>): string {
  const { predicate, subject } = statement
  const { featureId, signature } = predicate
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([style, styleOf(files['preview.html'] ?? '')])}">
${trusted(blankMark('page'))}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title(featureId)}: certificate</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
<header>
<p class="eyebrow">Certificate of a frozen design</p>
<h1>${title(featureId)}</h1>
<p class="claim">Approved by <b>${predicate.identity}</b> on <time datetime="${predicate.approvedAt}">${day(predicate.approvedAt)}</time> with a score of <b>${predicate.score}</b> of 100.</p>
</header>
<section class="proof ${predicate.assurance}" aria-labelledby="proof-title">
<h2 id="proof-title">${signature ? 'Signed' : 'Proves integrity only'}</h2>
${signature ? signedWords(signature) : attendedWords}
</section>
${designShown(files)}
<section aria-labelledby="facts-title">
<h2 id="facts-title">What is certified</h2>
<dl>
${fact('Feature', html`<code>${featureId}</code>`)}
${fact('Approved at', predicate.approvedAt)}
${fact('Assurance', predicate.assurance)}
${fact('Score', `${predicate.score} of 100, threshold ${predicate.threshold}`)}
${fact('Result', predicate.proof ? 'passed: everything was done again from nothing, and the receipt is inside' : 'as recorded; not proven again, so this page does not say that it passed')}
${fact('Iteration', predicate.iteration)}
${readCritique(files['critique.json'] ?? '{"criticVersion":"0"}').dismissed.map(({ id, reason, by }) => fact(`Dismissed finding ${id}`, `${reason} (${by})`))}
${fact('Design checksum', html`<code>${predicate.checksumSHA256}</code> SHA-256 of the canonical intent`)}
${fact('Journal head', html`<code>${predicate.journalHead}</code>`)}
</dl>
<table><caption>The certified files, all inside this page</caption>
<thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead>
<tbody>${subject.map(({ name, digest }) => html`<tr><th scope="row">${name}</th><td><code>${digest.sha256}</code></td></tr>`)}</tbody></table>
</section>
${
  signature &&
  html`<section aria-labelledby="signature-title"><h2 id="signature-title">Signature</h2>
<pre tabindex="0" role="region" aria-label="Armored signature">${signature.armored}</pre></section>`
}
<section aria-labelledby="check-title">
<h2 id="check-title">How to check it</h2>
<p>On any machine, without a network: <code>whet verify</code> with the path of this page. It recomputes the digest of the page and of every file inside, compares the files with each other${signature && html`, and verifies the signature`}. Trust what it prints more than what this page says: words can be changed by whoever can also recompute a digest.</p>
${signature && !signature.armored.startsWith('{') && html`<p>To check the signature with OpenSSH alone, save the block above as <code>message.sig</code> and the signed text as <code>message</code>, then run <code>ssh-keygen -Y check-novalidate -n ${signature.namespace} -s message.sig &lt; message</code>. The signed text, written as a JSON string (<code>\\n</code> is a line end), is <code>${JSON.stringify(signature.message)}</code>.</p>`}
</section>
</main>
${block('statement', 'application/vnd.in-toto+json', JSON.stringify(statement))}
${block('evidence', 'application/json', JSON.stringify(files))}
</body>
</html>
`
  return seal(page.markup, 'page')
}

/** The design as the page shows it: the preview without its script, which couldn't run there. */
export function designShown(files: Record<string, string>): Html {
  const preview = (files['preview.html'] ?? '').replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
  return html`<section aria-labelledby="design-title">
<h2 id="design-title">The design</h2>
<iframe sandbox referrerpolicy="no-referrer" title="Preview of the design" srcdoc="${trusted(escapeOnly(preview))}"></iframe>
<details><summary>As data: intent.json</summary>
<pre tabindex="0" role="region" aria-label="intent.json">${files['intent.json'] ?? ''}</pre></details>
</section>`
}

const styleOf = (preview: string) => /<style>([\s\S]*?)<\/style>/.exec(preview)?.[1] ?? ''

/** The text of one of the two data blocks. */
export function readBlock(page: string, id: 'statement' | 'evidence'): string {
  const open = new RegExp(`<script type="[a-z.+/-]+" id="${id}">`).exec(page)
  const start = open ? open.index + open[0].length : -1
  const end = page.indexOf('</script>', start)
  if (start < 0 || end < 0)
    throw new Fault('invalid', `it isn't a certificate: the page has no ${id}`, {
      fix: 'Give the path of a page or statement that whet certificate wrote.',
    })
  return page.slice(start, end)
}

/** Data, not code: no browser runs these types. The character that could end the block is escaped. */
function block(id: string, type: string, json: string): Html {
  return trusted(`<script type="${type}" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`)
}

const attendedWords = html`<p>An accidental change to these files would be detected. Somebody at a terminal or in the dashboard typed the phrase that approves; a program with access to that terminal could have done the same, and whoever can run this program could make such a page again. So it does not prove <em>who</em> approved. Ask for a signed approval where that matters.</p>`

function signedWords({ principal, fingerprint }: { principal: string; fingerprint: string }): Html {
  return html`<p>The checksum of the design was signed by <b>${principal}</b> with the key <code>${fingerprint}</code>. Nobody can make this signature without that key; you must know whether the key is really theirs. The signature covers the design. Score, time and iteration are as the journal of the run states them.</p>`
}

function fact(term: string, value: Content): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`
}

/** "2026-11-15T09:30:00.000Z" → "2026-11-15, 09:30 UTC". */
function day(at: string): string {
  return `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`
}

const style =
  base +
  `
main{max-width:46rem;margin:0 auto;padding:3rem 1rem}
header{border-top:6px solid var(--accent);padding-top:1.4rem}
.eyebrow{margin:0;color:var(--soft);font-size:.85rem}
.claim{font-size:1.25rem;margin:.8rem 0 0}
section{margin-top:2.2rem}
h2{font-size:1.25rem}
.proof{padding:1.1rem 1.3rem;border-radius:14px;border:1px solid var(--edge);background:var(--paper)}
.proof h2{display:flex;align-items:center;gap:.6rem}
.proof h2::before{content:"";width:.8rem;height:.8rem;border-radius:50%;background:var(--warn)}
.proof.signed h2::before{background:var(--ok)}
.proof p{margin:.4rem 0 0}
dl{margin:.6rem 0 1.6rem}
dl div{display:grid;grid-template-columns:10rem 1fr;padding:.45rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0}
tbody th{white-space:nowrap;padding-right:1rem}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}
iframe{width:100%;height:36rem;border:1px solid var(--edge);border-radius:14px;background:var(--paper)}
details{margin-top:.8rem}
summary{cursor:pointer;color:var(--soft)}
pre{max-height:30rem;background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:1rem;overflow-x:auto;font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:normal}
@media(max-width:40rem){dl div{grid-template-columns:1fr}main{padding-top:1.5rem}}
@media print{main{padding:0}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`
