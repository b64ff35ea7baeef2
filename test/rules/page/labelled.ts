// Pages with known verdicts: what is planted on each, and which checks must then fail at which elements. Nothing else may. Faults that do not touch each other share a page: a browser takes a second for each.

import { closed } from './labelled-closed.ts'
import { type Labelled, cards, feather, head, picture, violet } from './labelled-parts.ts'

interface Parts {
  head?: string
  style?: string
  hero?: string
  body?: string
  after?: string
  end?: string
}

/** A bakery: links, a primary call to action, an image, a list. */
const bakery = ({ style = '', hero = '', body = '', after = '', end = '' }: Parts = {}) => `${head(style)}
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
${after}</main>
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

/** Handlers of buttons by id, each a sentence of script. */
const handlers = `
const on = (id, what) => document.getElementById(id).addEventListener('click', what)
document.getElementById('empty').onclick = (event) => { event.preventDefault() }
on('throws', () => { dates.open() })
on('leads', () => { location.href = 'dates.html' })
on('asks', () => { confirm('From 3 March?') })
on('div-listens', () => { document.title = 'Chosen' })
document.body.addEventListener('click', (event) => { if (event.target.id === 'further') document.getElementById('dates').hidden = false })`
const pressable = ['silent', 'empty', 'throws', 'leads', 'asks', 'further']
  .map((id) => `<button id="${id}" class="button plain">${id} dates</button>`)
  .join(' ')
const box = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="${colour}"/></svg>`)}`
const row = (count: number) => `<tr>${'<td style="min-width:90px">3 euro</td>'.repeat(count)}</tr>`
const unlabelled = (page: string) =>
  swap(swap(page, '<html lang="en">', '<html>'), '<label for="name">Your name</label>', '')
    .replace(' alt="Three round loaves on a board"', '')
    .replace(/<meta name="viewport"[^>]*>\n/, '')

/** Emoji in the place of icons, in no element of their own. */
const bareEmoji = `<div class="row">🥖<strong>Baked</strong></div><ul><li>🚚 <b>Brought to your door</b></li></ul><p>🧺 Sold by noon</p><p>© Harbour Bread</p>`

const slides = (style = '') =>
  `<div style="display:flex;${style}">${['Rye', 'Oat', 'White'].map((word) => `<p style="flex:0 0 100%">${word} of the week</p>`).join('')}</div>`
const long = 'We bake through the night and sell until the shelves are empty, most days by noon, some days by ten'
/** Plans side by side, two of them with the strongest button. */
const plans = `<div class="loaves">${['One loaf', 'Two loaves', 'A basket']
  .map(
    (plan, index) =>
      `<div class="plan"><h3>${plan}</h3><p>Each week.</p><a class="button${index === 1 ? ' plain' : ''}" href="mailto:bread@harbour.example?subject=${index}">Choose ${plan.toLowerCase()}</a></div>`,
  )
  .join('')}</div>`
/** Boxes that hide what reaches beyond them, and take nothing away that somebody misses. */
const hidden = `<div class="hide">${slides('transition:transform .3s')}</div>
<div><div class="hide">${slides()}</div><button class="button plain" onclick="document.title = 'Next'">Next</button></div>
<p class="hide" style="text-overflow:ellipsis;white-space:nowrap">${long}</p>
<p class="hide" style="display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical">${long}</p>
<div class="hide"><div style="display:flex;white-space:nowrap;animation:turn 9s linear infinite">${'<span>Warm at four, every day but Monday</span>'.repeat(3)}</div></div>
<div class="hide" style="position:relative;height:120px"><span style="position:absolute;right:-50px;top:20px;width:160px;transform:rotate(45deg)">New today</span><span style="position:absolute;left:100%">Waits to come in</span></div>
<nav aria-label="Aside" style="position:fixed;top:0;right:-280px;width:280px"><p>A menu beside the screen</p></nav>
<div class="hide" style="max-height:0"><p>A folded answer</p></div><p class="hide" style="text-indent:-9999px;height:16px">Harbour Bread</p>
<p class="hide" style="line-height:1">A line set tight, to its end</p><div style="overflow-x:auto" tabindex="0" role="region" aria-label="Wide"><p class="hide" style="width:900px">${long}</p></div>
<div><div class="hide" style="height:32px"><p style="margin:0">${long}</p></div><button class="button plain" aria-expanded="false" onclick="this.ariaExpanded = 'true'">All of it</button></div>`
/** The same boxes, where it is gone. */
const cut = `<div class="hide"><p id="one-line" style="white-space:nowrap">${long}</p></div>
<div class="hide" style="height:64px"><p id="too-tall">${long}</p></div>
<div class="hide" style="height:64px"><p>Rye</p><p id="below">Oat and honey</p></div>
<div class="hide" style="display:flex"><p style="flex:0 0 300px">Rye</p><p id="beside" style="flex:0 0 300px">Oat and honey, most days by noon</p></div>
<div style="overflow:clip"><input id="wide-field" style="width:700px" aria-label="Town"></div>`

const many: Labelled[] = [
  { name: 'a good page', html: good, plants: { nothing: {} } },
  { name: 'another good page', html: studio(shows), plants: { 'a button that shows something': {}, details: {} } },
  {
    name: 'a good page without any style',
    html: '<!doctype html><html lang="en"><head><title>Notes</title><meta name="viewport" content="width=device-width"></head><body><main style="font-family:Charter,Georgia,serif"><h1>Notes on rye</h1><p>Rye wants water and time.</p></main></body></html>',
    plants: { 'no call to action': { 'page.primary-cta': ['body'] } },
  },
  {
    name: 'much that looks suspicious and is fine',
    html: swap(
      swap(
        bakery({
          style: `html { overflow-x: hidden; } #moon { position: absolute; left: 300px; top: 0; width: 400px; height: 100px; pointer-events: none; }
.round { border-radius: 9999px; } #order { border-radius: 50%; } #over { background: url("${box('#2b2118')}"); color: #ffffff; padding: var(--space-2); }
:root { --crust: #8a3b00; --white: #ffffff; } #giant { color: #f5eddd; font-size: 120px; overflow: hidden; }
.hide { overflow: hidden; } @keyframes turn { to { transform: translateX(-50%); } }`,
          after: `<section><h2>Hidden and fine</h2>${hidden}</section><section><h2>Bread each week</h2>${plans}</section>`,
          hero: '<div id="moon"></div><a class="button plain" href="#loaves">See the week</a><p id="giant" aria-hidden="true">Bread</p>',
          body: `<img class="round" src="${picture}" alt="" width="320" height="200">
<div tabindex="0" role="region" aria-label="Prices" style="overflow-x:auto"><table>${row(8)}</table></div><p id="over">White words on a dark picture</p>`,
          end: `<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);font-size:8px">Back to the start of the page</span>
<p>Find us <a style="color:inherit" href="https://example.org/map">on the map</a> too. Old grain gives us leverage. Seamless handover in 4 minutes!</p>`,
        }),
        'most days by noon.',
        'most days by <a href="#loaves" style="color: inherit">noon</a>, as we say.',
      ),
      '</head>',
      '<script src="https://example.org/x.js"></script><script>try { x() } catch {}; y()</script></head>',
    ),
    plants: {
      'a wide table that scrolls in a box of its own': {},
      'decoration beyond the edge that is cut off': {},
      'slides, dots, a ribbon, a menu and folds that hide only for now': {},
      'words for screen readers only': {},
      'a link in running text': {},
      'links elsewhere are not tried': {},
      'an image as decoration': {},
      'a script from elsewhere is kept away': {},
      'leverage as a noun': {},
      'seamless with a number': {},
      'one exclamation mark': {},
      'a primary and a plain button': {},
      'plans to choose from, each with a button': {},
      'a pill and a circle are no radius': {},
      'a button in a colour without blue': {},
      'faint words that are decoration and stand elsewhere': { 'page.tokens': ['#giant'] },
      'light words over a dark picture': {},
    },
  },
  {
    name: 'on a phone and between',
    html: bakery({
      style: '@media (min-width: 700px) and (max-width: 800px) { #between { width: 1000px; } } .hide { overflow: hidden; }',
      after: `<section><h2>Hidden and gone</h2>${cut}</section>`,
      body: `<p id="fixed" style="width: 600px">We bake through the night.</p><table id="prices">${row(6)}</table>
<p id="long">Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen</p><p id="between">Rye, oat and white.</p>
<p id="tiny" style="font-size: 10px">Until the shelves are empty</p><p id="shrunk" style="transform: scale(.5)">Quay 3</p><p id="small" style="font-size: 13px">Open from four</p>
<a id="thin" class="button" href="#order-form" style="min-height: 20px; padding: 0; line-height: 1">Order a loaf</a>`,
    }),
    plants: {
      'a fixed width': { 'page.overflow': ['#fixed'] },
      'texts and a field that a box cuts off': { 'page.overflow': ['#one-line', '#too-tall', '#below', '#beside', '#wide-field'] },
      'a wide table in the open': { 'page.overflow': ['#prices'] },
      'a word longer than the screen': { 'page.overflow': ['#long'] },
      'too wide only between phone and desktop': { 'page.breakpoints': ['#between'] },
      'text too small to read': { 'page.overflow': ['#tiny'], 'page.text-size': ['#tiny'] },
      'text shrunk by a transform': { 'page.overflow': ['#shrunk'] },
      'text small, yet readable': { 'page.text-size': ['#small'] },
      'a small button': { 'page.touch-targets': ['#thin'] },
    },
  },
  {
    name: 'links and buttons, and errors while loading',
    html: swap(
      studio(
        `${handlers}; console.error('no dates'); null.dates`,
        `${pressable}<p>See our <a id="gone" style="color:inherit" href="history.html">history</a>, <a id="away" style="color:inherit" href="#cakes">cakes</a> and
<a id="void" style="color:inherit" href="#">privacy notes</a> too.</p><div id="div" class="look">Choose a date</div> <div id="div-listens" class="look">Choose a clay</div>`,
        '.look { cursor: pointer; padding: var(--space-1); border: 1px solid var(--crust); }',
      ),
      '</head>',
      '<link rel="stylesheet" href="extra.css"></head>',
    ),
    plants: {
      'a link to a file that is gone': { 'page.actions': ['#gone'] },
      'a link to a place that is gone': { 'page.actions': ['#away'] },
      'a link that is only a number sign': { 'page.actions': ['#void'] },
      'buttons nobody listens to': { 'page.actions': ['#silent', '#more'] },
      'a button with an empty handler': { 'page.actions': ['#empty'] },
      'a button that throws': { 'page.actions': ['#throws'] },
      'a button that leads to nothing': { 'page.actions': ['#leads'] },
      'what only looks like a button': { 'page.actions': ['#div'] },
      'what looks like a button and is pressed like one': {},
      'a button heard further up': {},
      'a button that only asks': {},
      'an error on the console': { 'page.console': ['html'] },
      'an exception while loading': { 'page.console': ['html'] },
      'a style sheet that is gone': { 'page.console': ['extra.css'] },
    },
  },
  {
    name: 'contrast and pictures',
    html: swap(
      bakery({
        style: `html { overflow-x: hidden; } body { padding-top: calc(var(--space-3) * 2); } #bar { position: fixed; top: 0; left: 0; width: 100%; display: flex; white-space: nowrap; background: var(--paper); }
:root { --white: #ffffff; } #pale { background: url("${box('#cdb78e')}"); color: #ffffff; padding: var(--space-2); }`,
        body: `<p id="faint" style="color: #b8a88f">Rye wants water.</p><p id="pale">White words on a pale picture</p>
<img id="named" src="${picture}" alt="IMG_2041.jpg" width="320" height="200"><img id="camera" src="${picture}" alt="DSC00817" width="320" height="200">`,
        hero: '<div id="bar"><p style="min-width:300px">Open from four</p><p id="shop">Sold by noon, most days</p></div><p id="shut" style="width: 700px">A sentence that is wider than the screen of any phone, on a page that is shut.</p>',
        after: '<section id="voices"><h2>What people say</h2><div></div></section>',
      }),
      '<h1 id="title"',
      '<h1 id="title" style="color: #8f7f66"',
    ),
    plants: {
      'texts that a page shut sideways, or a fixed bar, cuts off': { 'page.overflow': ['#shop', '#shut'] },
      'faint text': { 'page.axe': ['#faint'], 'page.contrast': ['#faint'], 'page.tokens': ['#faint'] },
      'large text may be fainter': { 'page.tokens': ['#title'] },
      'light text over a pale picture': { 'page.contrast': ['#pale'] },
      'a file name for an alt': { 'page.alt': ['#named'] },
      'the name of a camera for an alt': { 'page.alt': ['#camera'] },
      'a heading with nothing below it': { 'page.sections': ['#voices'] },
    },
  },
  {
    name: 'much that is wrong for screen readers and phones',
    html: swap(
      unlabelled(good),
      '<button id="send" class="button">Order a loaf</button>',
      '<button id="send" class="button" style="min-width:48px" aria-expandd="yes"></button>',
    ),
    plants: {
      'no viewport meta': { 'page.overflow': ['html'] },
      'no language': { 'page.axe': ['html'] },
      'a field without a label': { 'page.axe': ['#name'] },
      'an image without alt': { 'page.axe': ['#photo'], 'page.alt': ['#photo'] },
      'a button without a name': { 'page.axe': ['#send'] },
      'all of them': { 'page.accessibility-score': ['#name', '#photo', '#send', 'html'] },
    },
  },
  {
    name: 'off the tokens, worn-out words, and too many calls to action',
    html: bakery({
      style:
        '#lead { margin-bottom: 13px; } #rye { color: #1a1a40; } #photo { border-radius: 11px; } #night { background: var(--ink); padding: var(--space-2); } #third { background: var(--paper); color: var(--ink); }',
      hero: '<p id="worn">Our revolutionary ovens never rest.</p><a id="second" class="button" href="#loaves">See the week</a> <a id="also" class="button" href="#order-form">Get your bread</a>',
      end: '<p id="loud">Come early! Stay long!</p>',
      body: '<p id="verb">We leverage old grain.</p><p id="rye">Rye with caraway.</p><div id="night"><a id="third" class="button" href="mailto:bread@harbour.example">Write to us</a></div>',
    }),
    plants: {
      'two primary calls to action': { 'page.primary-cta': ['#order', '#second'] },
      'the same target in other words, side by side': { 'page.primary-cta': ['#also'] },
      'a third one on a dark backdrop': { 'page.primary-cta': ['#third'] },
      'spacing off the scale': { 'page.tokens': ['#lead'] },
      'a colour off the palette': { 'page.tokens': ['#rye'] },
      'a radius off the scale': { 'page.tokens': ['#photo'] },
      'worn-out words': { 'page.wording': ['#worn'] },
      'leverage as a verb': { 'page.wording': ['#verb'] },
      'two exclamation marks': { 'page.wording': ['#loud'] },
    },
  },
  {
    name: 'violet gradient with white cards',
    html: bakery({ style: violet, hero: '<div class="sky" id="sky"><h2>Why us</h2></div>', body: cards(feather) }),
    plants: {
      'a gradient with cards': {
        'page.slop gradient-white-cards': ['#sky', ...[1, 2, 3].map((at) => `#loaves > div > div:nth-of-type(${at})`)],
      },
      'a violet gradient': { 'page.slop violet-gradient': ['#sky'], 'page.tokens': ['any'] },
      'stock icons': { 'page.slop stock-icons': ['any'] },
      'identical cards': { 'page.slop identical-cards': ['any'] },
    },
  },
  {
    name: 'white cards without a gradient',
    html: bakery({ style: violet, body: cards('') + bareEmoji }),
    plants: { 'white cards alone': { 'page.tokens': ['any'] }, 'emoji as icons in bare text': { 'page.slop stock-icons': ['any'] } },
  },
  {
    name: 'everything as on every other page, without cards',
    html: swap(
      bakery({
        hero: '<div class="sky" id="sky"><h2>Why us</h2></div>',
        style: `${violet} body { text-align: center; font-family: Inter, system-ui, sans-serif; } #lead { backdrop-filter: blur(12px); }
#title { background: linear-gradient(90deg, var(--crust), var(--ink)); -webkit-background-clip: text; background-clip: text; -webkit-text-fill-color: transparent; }`,
      }),
      '<h2>Loaves of the week',
      '<h2 id="loud">🥖 Loaves of the week',
    ),
    plants: {
      'a violet gradient alone': { 'page.slop violet-gradient': ['#sky'], 'page.tokens': ['any'] },
      'everything centred': { 'page.slop centred-everything': ['any'] },
      'fonts like everywhere': { 'page.slop generic-fonts': ['any'] },
      'a headline filled with a gradient': { 'page.slop gradient-text': ['#title'] },
      'headings with emoji': { 'page.slop emoji-headings': ['#loud'] },
      glass: { 'page.slop glass': ['#lead'] },
    },
  },
]

export const labelled: Labelled[] = [...many, ...closed]
