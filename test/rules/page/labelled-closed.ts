// More pages with known verdicts, one thing each: what is closed at first, forms, covers, calls to action, copy, and each cap alone; each with what only looks like it.
import { type Labelled, cards, feather, head, picture, violet } from './labelled-parts.ts'

interface Around {
  style?: string
  hero?: string
  script?: string
  footer?: string
  call?: string
}

const faint = ':root { --faint: #b8a88f; --white: #ffffff; } .faint { color: var(--faint); } '
const call = '<a id="call" class="button" href="mailto:stall@market.example">Reserve a wheel</a>'

/** A market stall: one call to action, and one section to put things in. */
const stall = (body: string, { style = '', hero = '', script = '', footer = '', call: own = call }: Around = {}) => `${head(faint + style)}
<body>
<header><p>Market stall nine</p></header>
<main>
<section id="hero"><h1 id="title">Cheese cut while you wait</h1><p id="lead">We bring eleven wheels and go home when they are sold.</p>${own}${hero}</section>
<section id="more"><h2>More to know</h2><p>On the market square, each Saturday.</p>${body}</section>
</main>
${footer}<script>${script}</script>
</body></html>`

const link = (id: string, to: string, text = 'Read about the caves') =>
  `<p>Our cheese is old. <a id="${id}" style="color:inherit" href="${to}">${text}</a> if you like.</p>`
const button = (id: string, text: string, more = '') => `<button type="button" id="${id}" class="button plain" ${more}>${text}</button>`
const summary = (text: string, body: string) => `<details><summary style="min-height:44px">${text}</summary>${body}</details>`
const form = (id: string, attributes = '', more = '') =>
  `<form id="${id}" ${attributes}><label for="${id}-mail">Your mail</label><input id="${id}-mail" name="mail" type="email" required autocomplete="email">${more}<button class="button plain">Send it</button></form>`
const onSend = (id: string, what: string) =>
  `document.getElementById('${id}').addEventListener('submit', (event) => { event.preventDefault(); ${what} });`

const tabs = (second: string, third = '') => `<div role="tablist" aria-label="Days">
<button type="button" role="tab" id="one" class="button plain" aria-selected="true" aria-controls="pane-one">Saturday</button>
<button type="button" role="tab" id="two" class="button plain" aria-selected="false" aria-controls="pane-two">Sunday</button>${third}</div>
<div role="tabpanel" id="pane-one" aria-labelledby="one"><p>From eight to noon.</p></div><div role="tabpanel" id="pane-two" aria-labelledby="two" hidden>${second}</div>`
const turns = `for (const tab of [one, two]) tab.addEventListener('click', () => { for (const each of [one, two]) { each.ariaSelected = String(each === tab); document.getElementById(each.getAttribute('aria-controls')).hidden = each !== tab } });`

const accordion = (body: string) =>
  `<h3>${button('fold', 'How long does it keep?', 'aria-expanded="false" aria-controls="folded"')}</h3><div id="folded" class="folded">${body}</div>`
const folds = `fold.addEventListener('click', () => { fold.ariaExpanded = String(fold.ariaExpanded !== 'true'); folded.classList.toggle('out') });`
const folded = '.folded { max-height: 0; overflow: hidden; visibility: hidden; } .folded.out { max-height: none; visibility: visible; }'

const burger = (inside: string, handler = "menu.classList.toggle('out')") =>
  `${button('burger', 'Menu', handler === '' ? '' : `onclick="${handler}"`)}<nav id="menu" aria-label="Pages">${inside}</nav>`
const phone =
  '#burger { display: none; } @media (max-width: 600px) { #burger { display: inline-block; } #menu { display: none; } #menu.out { display: block; } }'
const inMenu = (id: string, to: string, style = '') => `<a id="${id}" href="${to}" style="${style}">Opening hours</a>`

const hover = (to: string) =>
  `<ul style="list-style:none;padding:0"><li class="drop">Our wheels<ul><li>${link('dropped', to)}</li></ul></li></ul>`
const drops = '.drop > ul { display: none; } .drop:hover > ul { display: block; }'
const tick = (body: string) =>
  `<input type="checkbox" id="tick"><label for="tick" style="min-height:44px">Show the prices</label><div class="ticked">${body}</div>`
const ticks = '#tick, .ticked { display: none; } #tick:checked ~ .ticked { display: block; }'

const under = (inside: string, over: string) =>
  `<div style="position:relative;width:fit-content">${inside}<div id="over" style="position:absolute;inset:0;${over}"></div></div>`
const works = `onclick="document.title = 'Asked'"`
const copy = { hero: ['Cheese cut while you wait', 'We bring eleven wheels and go home when they are sold.', 'Reserve a wheel'] }

export const closed: Labelled[] = [
  {
    name: 'details with faults inside',
    html: stall(
      summary('Is it raw milk?', `<p id="in-faint" class="faint">It is, each of them.</p>${link('in-gone', 'raw.html')}`) +
        summary(
          'Is there rennet?',
          `${button('in-dead', 'Ask the maker')}<p id="in-wide" style="width:600px">Rennet of calves, in all of them but one.</p>`,
        ),
    ),
    plants: {
      'faint text': { 'page.axe': ['#in-faint'], 'page.contrast': ['#in-faint'] },
      'a link to nothing, and a dead button': { 'page.actions': ['#in-dead', '#in-gone'] },
      'a fixed width': { 'page.overflow': ['#in-wide'] },
    },
  },
  {
    name: 'details without faults',
    html: stall(summary('Is it raw milk?', `<p>It is.</p>${link('in-there', '#hero')}${button('in-works', 'Ask the maker', works)}`)),
    plants: { 'a link and a button that work, inside': {} },
  },
  {
    name: 'a dialog with faults inside',
    html: stall(
      `${button('ask', 'Ask us', 'onclick="asking.showModal()"')}<dialog id="asking" aria-label="Ask us"><p id="in-small" style="font-size:11px">We answer on Mondays.</p>${link('in-lost', 'answers.html')}${button('in-idle', 'Ask now')}<form method="dialog"><button class="button plain">Close</button></form></dialog>`,
    ),
    plants: {
      'text too small to read': { 'page.overflow': ['#in-small'], 'page.text-size': ['#in-small'] },
      'a link to nothing, and a dead button': { 'page.actions': ['#in-idle', '#in-lost'] },
    },
  },
  {
    name: 'a dialog without faults',
    html: stall(
      `${button('ask', 'Ask us', 'onclick="asking.showModal()"')}<dialog id="asking" aria-label="Ask us"><p>We answer on Mondays.</p><form method="dialog"><button class="button plain">Close</button></form></dialog>`,
    ),
    plants: { 'a form that shuts the dialog': {} },
  },
  {
    name: 'a popover with faults inside',
    html: stall(
      `${button('tell', 'Prices', 'popovertarget="told"')}<div id="told" popover><p id="in-pale" class="faint">Four euro for a hundred grams.</p><a id="in-thin" href="#hero" style="color:inherit">Up</a></div>`,
    ),
    plants: {
      'faint text': { 'page.axe': ['#in-pale'], 'page.contrast': ['#in-pale'] },
      'a small link': { 'page.touch-targets': ['#in-thin'] },
    },
  },
  {
    name: 'a popover without faults',
    html: stall(`${button('tell', 'Prices', 'popovertarget="told"')}<div id="told" popover><p>Four euro for a hundred grams.</p></div>`),
    plants: { 'words in a popover': {} },
  },
  {
    name: 'tabs with faults in the second, and one that is dead',
    html: stall(tabs(`<p id="in-tab" class="faint">From nine to one.</p>`, button('three', 'Monday', 'role="tab" aria-selected="false"')), {
      script: turns,
    }),
    plants: {
      'faint text': { 'page.axe': ['#in-tab'], 'page.contrast': ['#in-tab'] },
      'a tab that shows nothing': { 'page.actions': ['#three'] },
    },
  },
  {
    name: 'tabs without faults',
    html: stall(tabs(`<p>From nine to one.</p>${link('in-pane', '#hero')}`), { script: turns }),
    plants: { 'a second tab': {} },
  },
  {
    name: 'an accordion with faults inside',
    html: stall(
      accordion(`${link('in-fold', 'keeping.html')}<p id="in-long">Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen</p>`),
      { script: folds, style: folded },
    ),
    plants: { 'a link to nothing': { 'page.actions': ['#in-fold'] }, 'a word that is cut off': { 'page.overflow': ['#in-long'] } },
  },
  {
    name: 'an accordion without faults',
    html: stall(accordion(`<p>A month in the cold.</p>${link('in-fold', '#hero')}`), { script: folds, style: folded }),
    plants: { 'words and a link in a fold': {} },
  },
  {
    name: 'a menu of phones with faults inside',
    html: stall(burger(inMenu('in-menu', 'hours.html') + inMenu('in-tiny', '#hero', 'min-height:0;padding:0;font-size:16px')), {
      style: phone,
    }),
    plants: { 'a link to nothing': { 'page.actions': ['#in-menu'] }, 'a small link': { 'page.touch-targets': ['#in-tiny'] } },
  },
  { name: 'a menu of phones without faults', html: stall(burger(inMenu('in-menu', '#more')), { style: phone }), plants: { 'a menu': {} } },
  {
    name: 'a menu of phones that does not open',
    html: stall(burger(inMenu('in-menu', '#more'), ''), { style: phone }),
    plants: { 'a dead button that only phones show': { 'page.actions': ['#burger'] } },
  },
  {
    name: 'a menu below the pointer, and prices behind a tick, with faults inside',
    html: stall(hover('wheels.html') + tick('<p id="in-tick" class="faint">Four euro for a hundred grams.</p>'), { style: drops + ticks }),
    plants: {
      'a link to nothing': { 'page.actions': ['#dropped'] },
      'faint text': { 'page.axe': ['#in-tick'], 'page.contrast': ['#in-tick'] },
    },
  },
  {
    name: 'a menu below the pointer, prices behind a tick, and what nobody can open, without faults',
    html: stall(
      `${hover('#hero')}${tick('<p>Four euro for a hundred grams.</p>')}<div id="never" hidden><p class="faint">Sold out.</p>${link('in-never', 'never.html')}</div>`,
      { style: drops + ticks },
    ),
    plants: { 'a menu': {}, 'prices': {}, 'a notice that is not needed now': {} },
  },
  {
    name: 'forms that do nothing',
    html: stall(form('still') + form('says'), {
      script: onSend('still', '') + onSend('says', 'const data = new FormData(event.target); console.log(Object.fromEntries(data))'),
    }),
    plants: {
      'one that only keeps the browser from sending': { 'page.actions': ['#still'] },
      'one that only tells the console': { 'page.actions': ['#says'] },
    },
  },
  {
    name: 'forms that do something',
    html: stall(
      `${form('thanks')}<p id="thanked" hidden>Thank you.</p>${form('later')}${form('asks')}${form('stays')}${form('file', '', '<label for="list">A list</label><input id="list" type="file" required>')}`,
      {
        script:
          onSend('thanks', 'thanked.hidden = false') +
          onSend('later', "setTimeout(() => { event.target.innerHTML = '<p>Thank you.</p>' }, 900)") +
          onSend('asks', "fetch('/orders', { method: 'POST', body: 'mail' })"),
      },
    ),
    plants: {
      'thanks at once': {},
      'thanks a little later': {},
      'a request': {},
      'a page that loads again': {},
      'a field nobody can fill in by code': {},
    },
  },
  {
    name: 'forms that lead to nothing, or throw',
    html: stall(form('lost', 'action="thanks.html"') + form('throws'), { script: onSend('throws', 'orders.push(1)') }),
    plants: { 'a page that is not there': { 'page.actions': ['#lost'] }, 'an error': { 'page.actions': ['#throws'] } },
  },
  {
    name: 'controls under covers',
    html: stall(
      under(button('beneath', 'Ask us', works), '') +
        under(button('half', 'Write to us', works), 'left:auto;width:70%') +
        under(button('on-phones', 'Call us', works), 'pointer-events:none') +
        button('ghost', 'Visit us', `${works} style="pointer-events:none"`),
      { style: '@media (max-width: 600px) { #more div:nth-of-type(3) > div { pointer-events: auto !important; } }' },
    ),
    plants: {
      'a button under a transparent cover': { 'page.actions': ['#beneath'] },
      'most of a button under one': { 'page.actions': ['#half'] },
      'a button under one on a phone': { 'page.actions': ['#on-phones'] },
      'a button that lets presses through': { 'page.actions': ['#ghost'] },
    },
  },
  {
    name: 'controls under what is no cover',
    html: stall(
      `${under(button('beneath', 'Ask us', works), 'pointer-events:none')}${under(button('edge', 'Write to us', works), 'left:auto;width:10px')}
<div class="card"><a id="card" href="#hero">Wheels of the week</a><p>Eleven of them.</p></div>
<div id="asks" role="region" aria-label="Cookies">${button('no', 'No cookies', 'onclick="asks.hidden = true"')}</div>`,
      {
        style:
          '.card { position: relative; min-height: 60px; } .card a { color: inherit; display: block; min-height: 44px; } .card a::after { content: ""; position: absolute; inset: 0; } #asks { position: fixed; inset: auto 0 0; background: var(--paper); padding: var(--space-1); } #asks[hidden] { display: none; }',
      },
    ),
    plants: {
      'a cover that lets presses through': {},
      'an edge': {},
      'a link as large as its card': {},
      'a question that waits below': {},
    },
  },
  {
    name: 'a newsletter in the footer',
    html: stall('', {
      footer: `<footer>${form('news').replace('class="button plain"', 'class="button"')}</footer>`,
      script: onSend('news', "document.title = 'Thanks'"),
    }),
    plants: { 'a form that is no second call': {} },
  },
  {
    name: 'two calls side by side',
    html: stall('', { hero: ' <a id="other" class="button" href="#more">Taste it first</a>' }),
    plants: { 'a second call': { 'page.primary-cta': ['#call', '#other'] } },
  },
  { name: 'no call at all', html: stall('', { call: '' }), plants: { 'nothing to do': { 'page.primary-cta': ['body'] } } },
  { name: 'the copy as contracted', html: stall(''), copy, plants: { 'the same words': {} } },
  {
    name: 'the copy off its contract',
    html: stall('').replace('eleven wheels', 'twelve wheels'),
    copy,
    plants: { 'another number': { 'page.copy': ['#lead'] } },
  },
  {
    name: 'spacing off the scale, alone',
    html: stall('', { style: '#lead { margin-bottom: 13px; }' }),
    plants: { 'thirteen pixels': { 'page.tokens': ['#lead'] } },
  },
  {
    name: 'an image without a text, alone',
    html: stall(`<img id="wheel" src="${picture}" width="320" height="200"><img src="${picture}" alt="" width="320" height="200">`),
    plants: { 'no alt': { 'page.alt': ['#wheel'], 'page.axe': ['#wheel'] }, 'decoration': {} },
  },
  {
    name: 'stock icons, alone',
    html: stall(`<ul>${['Cut', 'Wrapped', 'Carried'].map((word) => `<li>${feather} ${word}</li>`).join('')}</ul>`),
    plants: { 'three of a set': { 'page.slop stock-icons': ['any'] } },
  },
  {
    name: 'a gradient with white cards, written another way',
    html: stall(cards('', 'article').replaceAll('<h3>', '<h3 class="dark">'), {
      style: `${violet} #hero { min-height: 480px; background: linear-gradient(90deg, hsl(263 70% 50%), #8B5CF6); } #hero h1, #hero p { color: #ffffff; }`,
      call: '<a id="call" class="button" href="mailto:stall@market.example">Reserve a wheel</a>',
    }),
    plants: {
      'both': {
        'page.slop gradient-white-cards': ['#hero', ...[1, 2, 3].map((at) => `#more > div > article:nth-of-type(${at})`)],
        'page.slop violet-gradient': ['#hero'],
        'page.tokens': ['any'],
      },
    },
  },
  {
    name: 'a thin violet line, and one icon',
    html: stall(`<p>${feather} Cut by hand</p>`, {
      style: '#hero::before { content: ""; display: block; height: 4px; background: linear-gradient(90deg, var(--crust), var(--ink)); }',
    }),
    plants: { 'a gradient too small to be the picture': {}, 'a single icon': {} },
  },
]
