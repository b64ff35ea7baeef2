// Small pages with known verdicts: one good page and another, each with one thing changed, and which checks must then fail at which elements. Nothing else may.

/** What a check is expected to point at, by kind. A page without an entry for a kind passes it. */
export interface Labelled {
  name: string
  html: string
  fails: Record<string, string[]>
}

const head = (extra = '') => `<!doctype html>
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

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="tan"/></svg>')}`

interface Parts {
  head?: string
  style?: string
  hero?: string
  body?: string
  end?: string
}

/** A bakery: links, a primary call to action, an image, a list. */
const bakery = ({ style = '', hero = '', body = '', end = '' }: Parts = {}) => `${head(style)}
<body>
<header><nav aria-label="Main"><a href="#top">Harbour Bread</a> <a href="#loaves">Loaves</a></nav></header>
<main>
<section id="hero"><h1 id="title">Bread that leaves the oven at four</h1>
<p id="lead">We bake through the night and sell until the shelves are empty, most days by noon.</p>
<a id="order" class="button" href="#order-form">Order a loaf</a>
${hero}</section>
<section id="loaves"><h2>Loaves of the week</h2>
<img id="photo" src="${picture}" alt="Three round loaves on a board" width="320" height="200">
<ul class="loaves"><li>Rye with caraway</li><li>Oat and honey</li><li>White, long proved</li></ul>
${body}</section>
<section id="order-form"><h2>Order for tomorrow</h2>
<form action="#order-form"><label for="name">Your name</label><input id="name" name="name" autocomplete="name">
<button id="send" class="button">Order a loaf</button></form>
</section>
</main>
<footer><p>Harbour Bread, Quay 3</p>${end}</footer>
</body></html>`

const swap = (page: string, from: string, to: string) => {
  if (!page.includes(from)) throw new Error(`the page does not hold ${from}`)
  return page.replace(from, to)
}

const good = bakery()

/** A studio: script, tabs, a dialog, details; built another way. */
const studio = (script: string, body = '', style = '') => `${head(style)}
<body>
<header><p>Kiln &amp; Clay</p></header>
<main>
<h1>Throw your first bowl on a Thursday</h1>
<section id="course"><h2>What the course covers</h2>
<p>Six evenings, two hours each, at most eight people and one teacher.</p>
<button id="more" class="button plain">Show the dates</button> <p id="dates" hidden>From 3 March, every Thursday.</p>
<details id="faq"><summary id="ask" style="min-height:44px">What should I bring?</summary><p>Clothes that may get muddy.</p></details>
${body}</section>
<section id="join"><h2>Take a place</h2><a id="join-link" class="button" href="mailto:studio@kiln.example">Write to us</a></section>
</main>
<script>${script}</script>
</body></html>`

const shows = `document.getElementById('more').addEventListener('click', () => { document.getElementById('dates').hidden = false })`

const violet = `.sky { min-height: 420px; background: linear-gradient(135deg, #8B5CF6, #6D28D9); color: #ffffff; padding: var(--space-3); }
.sky p, .sky h2 { color: #ffffff; } .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: var(--space-2); }
.card { background: #ffffff; border-radius: 12px; box-shadow: 0 4px 12px rgba(0,0,0,.1); padding: var(--space-2); } .card h3, .card p { color: #2b2118; }
@media (max-width: 600px) { .cards { grid-template-columns: 1fr; } }`
const cards = (icon: string, tag = 'div') => `<div class="cards">${['Fast', 'Safe', 'Kind'].map((word) => `<${tag} class="card">${icon}<h3>${word} ovens</h3><p>We bake ${word.toLowerCase()} each day.</p></${tag}>`).join('')}</div>`
const feather = '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M3 12h18"/></svg>'

export const labelled: Labelled[] = [
  { name: 'a good page', html: good, fails: {} },
  { name: 'another good page', html: studio(shows), fails: {} },
  { name: 'a good page without any style', html: '<!doctype html><html lang="en"><head><title>Notes</title><meta name="viewport" content="width=device-width"></head><body><main style="font-family:Charter,Georgia,serif"><h1>Notes on rye</h1><p>Rye wants water and time.</p></main></body></html>', fails: { 'page.primary-cta': ['body'] } },

  // 375 px
  { name: 'a fixed width', html: swap(good, '<p id="lead"', '<p id="lead" style="width: 600px"'), fails: { 'page.overflow': ['#lead'] } },
  { name: 'a wide table in the open', html: bakery({ body: `<table id="prices"><tr>${'<td style="min-width:90px">3 euro</td>'.repeat(8)}</tr></table>` }), fails: { 'page.overflow': ['#prices'] } },
  { name: 'a wide table that scrolls in a box of its own', html: bakery({ body: `<div tabindex="0" role="region" aria-label="Prices" style="overflow-x:auto"><table><tr>${'<td style="min-width:90px">3 euro</td>'.repeat(8)}</tr></table></div>` }), fails: {} },
  { name: 'a word longer than the screen', html: swap(good, 'We bake through', 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen we bake through'), fails: { 'page.overflow': ['#lead'] } },
  { name: 'decoration beyond the edge that is cut off', html: bakery({ style: 'html { overflow-x: hidden; } #moon { position: absolute; left: 300px; top: 0; width: 400px; height: 100px; pointer-events: none; }', hero: '<div id="moon"></div>' }), fails: {} },
  { name: 'no viewport meta', html: good.replace(/<meta name="viewport"[^>]*>\n/, ''), fails: { 'page.overflow': ['html'] } },
  { name: 'text too small to read', html: swap(good, '<p>Harbour Bread, Quay 3</p>', '<p id="small" style="font-size: 10px">Harbour Bread, Quay 3</p>'), fails: { 'page.overflow': ['#small'], 'page.text-size': ['#small'] } },
  { name: 'text shrunk by a transform', html: swap(good, '<p>Harbour Bread, Quay 3</p>', '<p id="small" style="transform: scale(.5)">Harbour Bread, Quay 3</p>'), fails: { 'page.overflow': ['#small'] } },
  { name: 'text small, yet readable', html: swap(good, '<p>Harbour Bread, Quay 3</p>', '<p id="small" style="font-size: 13px">Harbour Bread, Quay 3</p>'), fails: { 'page.text-size': ['#small'] } },
  { name: 'words for screen readers only', html: bakery({ end: '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);font-size:8px">Back to the start of the page</span>' }), fails: {} },
  { name: 'too wide only between phone and desktop', html: bakery({ style: '@media (min-width: 700px) and (max-width: 800px) { #lead { width: 1000px; } }' }), fails: { 'page.breakpoints': ['#lead'] } },
  { name: 'a small button', html: swap(good, '<button id="send" class="button">', '<button id="send" class="button" style="min-height: 20px; padding: 0; line-height: 1">'), fails: { 'page.touch-targets': ['#send'] } },
  { name: 'a link in running text', html: swap(good, 'most days by noon.', 'most days by <a href="#loaves" style="color: inherit">noon</a>, as we say.'), fails: {} },

  // what works
  { name: 'a link to a file that is gone', html: bakery({ end: '<p>See our <a id="gone" style="color:inherit" href="history.html">history</a> as well.</p>' }), fails: { 'page.actions': ['#gone'] } },
  { name: 'a link to a place that is gone', html: swap(good, 'href="#loaves"', 'id="away" href="#cakes"'), fails: { 'page.actions': ['#away'] } },
  { name: 'a link that is only a number sign', html: bakery({ end: '<p>Read our <a id="void" style="color:inherit" href="#">privacy notes</a> too.</p>' }), fails: { 'page.actions': ['#void'] } },
  { name: 'links elsewhere are not tried', html: bakery({ end: '<p>Find us <a style="color:inherit" href="https://example.org/map">on the map</a> too.</p>' }), fails: {} },
  { name: 'a button nobody listens to', html: studio(''), fails: { 'page.actions': ['#more'] } },
  { name: 'a button with an empty handler', html: studio(`document.getElementById('more').onclick = (event) => { event.preventDefault() }`), fails: { 'page.actions': ['#more'] } },
  { name: 'a button that throws', html: studio(`document.getElementById('more').onclick = () => { dates.open() }`), fails: { 'page.actions': ['#more'] } },
  { name: 'a button that leads to nothing', html: studio(`document.getElementById('more').onclick = () => { location.href = 'dates.html' }`), fails: { 'page.actions': ['#more'] } },
  { name: 'a button heard further up', html: studio(`document.body.addEventListener('click', (event) => { if (event.target.id === 'more') document.getElementById('dates').hidden = false })`), fails: {} },
  { name: 'a button that only asks', html: studio(`document.getElementById('more').onclick = () => { confirm('From 3 March?') }`), fails: {} },
  { name: 'an error on the console', html: studio(`${shows}; console.error('no dates')`), fails: { 'page.console': ['page.html'] } },
  { name: 'an exception while loading', html: studio(`${shows}; null.dates`), fails: { 'page.console': ['page.html'] } },
  { name: 'a style sheet that is gone', html: swap(good, '</head>', '<link rel="stylesheet" href="extra.css"></head>'), fails: { 'page.console': ['extra.css'] } },
  { name: 'a script from elsewhere is kept away', html: swap(good, '</head>', '<script src="https://example.org/x.js"></script><script>try { x() } catch {}; y()</script></head>'), fails: {} },

  // accessible
  { name: 'faint text', html: swap(good, '<p id="lead"', '<p id="lead" style="color: #b8a88f"'), fails: { 'page.axe': ['#lead'], 'page.contrast': ['#lead'], 'page.tokens': ['#lead'] } },
  { name: 'large text may be fainter', html: swap(good, '<h1 id="title"', '<h1 id="title" style="color: #8f7f66"'), fails: { 'page.tokens': ['#title'] } },
  { name: 'an image without alt', html: good.replace(' alt="Three round loaves on a board"', ''), fails: { 'page.alt': ['#photo'], 'page.axe': ['#photo'] } },
  { name: 'an image as decoration', html: good.replace('alt="Three round loaves on a board"', 'alt=""'), fails: {} },
  { name: 'a file name for an alt', html: good.replace('alt="Three round loaves on a board"', 'alt="IMG_2041.jpg"'), fails: { 'page.alt': ['#photo'] } },
  { name: 'a field without a label', html: swap(good, '<label for="name">Your name</label>', '<p>Your name</p>'), fails: { 'page.axe': ['#name'] } },
  { name: 'no language', html: swap(good, '<html lang="en">', '<html>'), fails: { 'page.axe': ['html'] } },
  { name: 'much that is wrong for screen readers', html: swap(swap(swap(good, '<html lang="en">', '<html>'), '<label for="name">Your name</label>', '').replace(' alt="Three round loaves on a board"', ''), '<button id="send" class="button">Order a loaf</button>', '<button id="send" class="button" style="min-width:48px" aria-expandd="yes"></button>'), fails: { 'page.axe': ['#name', '#photo', '#send', 'html'], 'page.alt': ['#photo'], 'page.accessibility-score': ['#name', '#photo', '#send', 'html'] } },

  // words
  { name: 'worn-out words', html: swap(good, 'We bake through', 'Our revolutionary ovens bake through'), fails: { 'page.wording': ['#lead'] } },
  { name: 'leverage as a verb', html: swap(good, 'We bake through', 'We leverage old grain through'), fails: { 'page.wording': ['#lead'] } },
  { name: 'leverage as a noun', html: swap(good, 'We bake through', 'Old grain gives us leverage through'), fails: {} },
  { name: 'seamless with a number', html: swap(good, 'We bake through', 'Seamless handover in 4 minutes: we bake through'), fails: {} },
  { name: 'two exclamation marks', html: swap(good, 'most days by noon.', 'most days by noon! Come early!'), fails: { 'page.wording': ['#lead'] } },

  // looks
  { name: 'two primary calls to action', html: bakery({ hero: '<a id="second" class="button" href="#loaves">See the week</a>' }), fails: { 'page.primary-cta': ['#order', '#second'] } },
  { name: 'a primary and a plain button', html: bakery({ hero: '<a class="button plain" href="#loaves">See the week</a>' }), fails: {} },
  { name: 'spacing off the scale', html: bakery({ style: '#lead { margin-bottom: 13px; }' }), fails: { 'page.tokens': ['#lead'] } },
  { name: 'a colour off the palette', html: bakery({ style: '#lead { color: #1a1a40; }' }), fails: { 'page.tokens': ['#lead'] } },
  { name: 'a radius off the scale', html: bakery({ style: '#photo { border-radius: 11px; }' }), fails: { 'page.tokens': ['#photo'] } },
  { name: 'a pill and a circle are no radius', html: bakery({ style: '#photo { border-radius: 9999px; } #order { border-radius: 50%; }' }), fails: {} },
  { name: 'violet gradient with white cards', html: bakery({ style: violet, hero: `<div class="sky" id="sky"><h2>Why us</h2></div>`, body: cards('') }), fails: { 'page.slop gradient-white-cards': ['#sky', '#loaves > div > div:nth-of-type(1)', '#loaves > div > div:nth-of-type(2)', '#loaves > div > div:nth-of-type(3)'], 'page.slop violet-gradient': ['#sky'], 'page.tokens': ['any'] } },
  { name: 'violet gradient without cards', html: bakery({ style: violet, hero: `<div class="sky" id="sky"><h2>Why us</h2></div>` }), fails: { 'page.slop violet-gradient': ['#sky'], 'page.tokens': ['any'] } },
  { name: 'white cards without a gradient', html: bakery({ style: violet, body: cards('') }), fails: { 'page.tokens': ['any'] } },
  { name: 'stock icons in identical cards', html: bakery({ style: violet, body: cards(feather) }), fails: { 'page.slop stock-icons': ['any'], 'page.slop identical-cards': ['any'], 'page.tokens': ['any'] } },
  { name: 'everything centred', html: bakery({ style: 'body { text-align: center; }' }), fails: { 'page.slop centred-everything': ['any'] } },
  { name: 'fonts like everywhere', html: bakery({ style: 'body { font-family: Inter, system-ui, sans-serif; }' }), fails: { 'page.slop generic-fonts': ['any'] } },
  { name: 'a headline filled with a gradient', html: bakery({ style: '#title { background: linear-gradient(90deg, var(--crust), var(--ink)); -webkit-background-clip: text; background-clip: text; -webkit-text-fill-color: transparent; }' }), fails: { 'page.slop gradient-text': ['#title'] } },
  { name: 'headings with emoji', html: swap(good, '<h2>Loaves of the week', '<h2 id="loud">🥖 Loaves of the week'), fails: { 'page.slop emoji-headings': ['#loud'] } },
  { name: 'glass', html: bakery({ style: '#lead { backdrop-filter: blur(12px); }' }), fails: { 'page.slop glass': ['#lead'] } },
]
