// What labelled pages are made of: a head with a style of its own, a picture, cards, an icon.

export interface Labelled {
  name: string
  html: string
  /** The copy it is contracted to. */
  copy?: object
  /** Each thing planted, harmless or not: the elements a check must point at, by its kind. */
  plants: Record<string, Record<string, string[]>>
}

export const head = (extra = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Bread, baked at four</title>
<style>
:root { --ink: #2b2118; --paper: #fbf6ec; --crust: #8a3b12; --line: #d8c9b0; --space-1: 8px; --space-2: 16px; --space-3: 32px; --radius: 6px; }
* { box-sizing: border-box; }
body { margin: 0; font-family: Georgia, "DejaVu Serif", serif; font-size: 18px; line-height: 1.5; color: var(--ink); background: var(--paper); }
header, main, footer { max-width: 960px; margin: 0 auto; padding: var(--space-2); }
nav a { display: inline-block; padding: var(--space-1); min-width: 44px; min-height: 44px; color: var(--ink); }
h1 { font-size: 36px; }
.button { display: inline-block; padding: var(--space-1) var(--space-3); min-height: 48px; border-radius: var(--radius); background: var(--crust); color: var(--paper); text-decoration: none; font: inherit; border: 0; }
.plain { background: none; border: 1px solid var(--crust); color: var(--crust); }
.loaves { display: grid; grid-template-columns: 2fr 1fr; gap: var(--space-2); padding: 0; list-style: none; }
.loaves li { border-top: 1px solid var(--line); padding: var(--space-1) 0; }
img { max-width: 100%; height: auto; }
label { display: block; }
input { font: inherit; min-height: 48px; width: 100%; }
@media (max-width: 600px) { .loaves { grid-template-columns: 1fr; } }
${extra}
</style>
</head>`

export const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="tan"/></svg>')}`

export const violet = `.sky { min-height: 420px; background: linear-gradient(135deg, #8B5CF6, #6D28D9); color: #ffffff; padding: var(--space-3); }
.sky p, .sky h2 { color: #ffffff; } .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: var(--space-2); }
.card { background: #ffffff; border-radius: 12px; box-shadow: 0 4px 12px rgba(0,0,0,.1); padding: var(--space-2); } .card h3, .card p { color: #2b2118; }
@media (max-width: 600px) { .cards { grid-template-columns: 1fr; } }`
export const cards = (icon: string, tag = 'div') =>
  `<div class="cards">${['Fast', 'Safe', 'Kind'].map((word) => `<${tag} class="card">${icon}<h3>${word} ovens</h3><p>We bake ${word.toLowerCase()} each day.</p></${tag}>`).join('')}</div>`
export const feather =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M3 12h18"/></svg>'
