// Tiny pages in the manner of the ACT rules' examples: each must fail the named axe rule, or neither that nor contrast or alt. `node bench/pages/act.mjs [words of a name]` says where that is not so.
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { pageAlt, pageAxe, pageContrast } from '../../src/rules/page/accessible.ts'

const wrap = (body, head = '') => `<!doctype html><html lang="en"><head><title>Example</title>${head}</head><body>${body}</body></html>`
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const framed = (inner, attributes = 'title="Inner"') => wrap(`<iframe ${attributes} srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`)

/** What it shows, the axe rule it must fail (null: none), the page, and its name where it is no HTML. */
const pages = [
  ['button with text', null, wrap('<button>Send</button>')],
  ['button without a name', 'button-name', wrap('<button></button>')],
  ['button named by aria-label', null, wrap('<button aria-label="Close"><span aria-hidden="true">×</span></button>')],
  ['button in a frame without a name', 'button-name', framed('<html lang=en><title>x</title><button></button>')],
  ['image button without a name', 'input-image-alt', wrap(`<input type="image" src="${pixel}">`)],
  ['submit button by its default name', null, wrap('<input type="submit">')],
  ['image with alt', null, wrap(`<img src="${pixel}" alt="A loaf">`)],
  ['image with the alt "image" is judged by nobody but people', null, wrap(`<img src="${pixel}" alt="W3C logo">`)],
  ['image without alt', 'image-alt', wrap(`<img src="${pixel}">`)],
  ['decorative image', null, wrap(`<img src="${pixel}" alt="">`)],
  ['image hidden from everybody', null, wrap(`<img src="${pixel}" style="display:none">`)],
  ['image hidden from assistive technology', null, wrap(`<div aria-hidden="true"><img src="${pixel}"></div>`)],
  ['role img without a name', 'role-img-alt', wrap('<div role="img" style="width:9px;height:9px;background:red"></div>')],
  ['svg img without a name', 'svg-img-alt', wrap('<svg role="img" width="9" height="9"><circle r="4" cx="4" cy="4"/></svg>')],
  ['svg with a title', null, wrap('<svg role="img" width="9" height="9"><title>One circle</title><circle r="4" cx="4" cy="4"/></svg>')],
  ['link with text', null, wrap('<a href="https://www.w3.org/">Web standards</a>')],
  ['link without a name', 'link-name', wrap('<a href="https://www.w3.org/"></a>')],
  ['link with an image without alt only', 'link-name', wrap(`<a href="https://www.w3.org/"><img src="${pixel}" alt=""></a>`)],
  ['link off the screen', null, wrap('<a style="position:absolute;left:-9999px" href="https://www.w3.org/">Hidden</a>')],
  ['field with a label', null, wrap('<label>Name<input></label>')],
  ['field without a label', 'label', wrap('<div>Name</div><input>')],
  ['select without a name', 'select-name', wrap('<select><option>One</option></select>')],
  ['custom checkbox without a name', 'aria-toggle-field-name', wrap('<div role="checkbox" aria-checked="false" tabindex="0"></div>')],
  ['page with a language', null, wrap('<p>Hello</p>')],
  ['page without a language', 'html-has-lang', '<!doctype html><html><head><title>T</title></head><body><p>Hello</p></body></html>'],
  [
    'page with a language nobody speaks',
    'html-lang-valid',
    '<!doctype html><html lang="em-US-x"><head><title>T</title></head><body><p>Hi</p></body></html>',
  ],
  ['a part in a language nobody speaks', 'valid-lang', wrap('<p lang="dutch">Hallo</p>')],
  ['page without a title', 'document-title', '<!doctype html><html lang="en"><body><h1>Hello</h1></body></html>'],
  ['title in the body counts', null, '<!doctype html><html lang="en"><body><title>Hello</title><p>x</p></body></html>'],
  ['frame with a title', null, framed('<html lang=en><title>x</title><p>Text</p>')],
  ['frame without a title', 'frame-title', framed('<html lang=en><title>x</title><p>Text</p>', '')],
  [
    'frame out of the tab order with something to press',
    'frame-focusable-content',
    framed('<html lang=en><title>x</title><a href="https://w3.org">Link</a>', 'title="Inner" tabindex="-1"'),
  ],
  ['frame out of the tab order with text only', null, framed('<html lang=en><title>x</title><p>Text</p>', 'title="Inner" tabindex="-1"')],
  [
    'frame without content to press, of one pixel',
    null,
    framed('<a href="https://w3.org">Link</a>', 'title="Inner" tabindex="-1" width="1" height="1"'),
  ],
  ['image in a frame without alt', 'image-alt', framed(`<html lang=en><title>x</title><img src='${pixel}'>`)],
  [
    'aria attribute that does not exist',
    'aria-valid-attr',
    wrap('<div role="checkbox" tabindex="0" aria-label="x" aria-checked="true" aria-not-checked="true">x</div>'),
  ],
  [
    'aria value that does not exist',
    'aria-valid-attr-value',
    wrap('<div role="textbox" tabindex="0" aria-label="x" aria-required="undefined"></div>'),
  ],
  ['aria attribute the role must not have', 'aria-allowed-attr', wrap('<div role="button" tabindex="0" aria-sort="none">x</div>')],
  ['required aria attribute is missing', 'aria-required-attr', wrap('<div role="combobox" tabindex="0" aria-label="x">x</div>')],
  ['role that does not exist', 'aria-roles', wrap('<input type="text" role="invalid" aria-label="x">')],
  ['list item outside of a list', 'aria-required-parent', wrap('<div role="listitem">One</div>')],
  ['focus inside what is hidden', 'aria-hidden-focus', wrap('<div aria-hidden="true"><button>Some button</button></div>')],
  ['hidden with nothing to focus', null, wrap('<p aria-hidden="true">Some text</p>')],
  ['contrast of black on white', null, wrap('<p style="color:#333;background:#FFF">Some text in English</p>')],
  ['contrast too low', 'color-contrast', wrap('<p style="color:#AAA;background:#FFF">Some text in English</p>')],
  ['large text with lower contrast', null, wrap('<p style="color:#777;background:#EEE;font-size:18pt">Some text in English</p>')],
  ['disabled text with low contrast', null, wrap('<label><span style="color:#888;background:#AAA">Name</span><input disabled></label>')],
  [
    'low contrast in what is hidden from assistive technology',
    'color-contrast',
    wrap('<p style="color:#AAA;background:#FFF" aria-hidden="true">Some text in English</p>'),
  ],
  [
    'refresh at once',
    null,
    '<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="refresh" content="0; URL=\'https://w3.org\'"></head><body><p>x</p></body></html>',
  ],
  [
    'refresh at once, to a page of its own',
    null,
    '<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="refresh" content="0; url=other.html"></head><body><p>x</p></body></html>',
  ],
  [
    'refresh after half a minute',
    'meta-refresh',
    '<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="refresh" content="30; URL=\'https://w3.org\'"></head><body><p>x</p></body></html>',
  ],
  [
    'refresh after a second',
    'meta-refresh',
    '<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="refresh" content="1"></head><body><p>x</p></body></html>',
  ],
  [
    'refresh after twenty hours',
    null,
    '<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="refresh" content="72001"></head><body><p>x</p></body></html>',
  ],
  ['zoom forbidden', 'meta-viewport', wrap('<p>Hello</p>', '<meta name="viewport" content="width=device-width, user-scalable=no">')],
  ['zoom allowed', null, wrap('<p>Hello</p>', '<meta name="viewport" content="width=device-width, initial-scale=1">')],
  [
    'cell whose header is not there',
    'td-headers-attr',
    wrap('<table><tr><th id="a">Rate</th></tr><tr><td headers="b">15%</td></tr></table>'),
  ],
  ['cells with headers', null, wrap('<table><tr><th id="a">Rate</th></tr><tr><td headers="a">15%</td></tr></table>')],
  [
    'header cells only, which axe leaves to people',
    null,
    wrap('<table><tr><th>Time</th><th>Rate</th></tr><tr><th>9</th><th>8</th></tr></table>'),
  ],
  ['autocomplete that does not exist', 'autocomplete-valid', wrap('<label>Name<input autocomplete="badname"></label>')],
  ['autocomplete', null, wrap('<label>Name<input autocomplete="username"></label>')],
  [
    'spacing nobody can change',
    'avoid-inline-spacing',
    wrap('<p style="letter-spacing:0.1em !important;width:200px">The toy brought back fond memories of being lost in the rain forest.</p>'),
  ],
  ['something to focus inside a button, which axe passes', null, wrap('<button><span tabindex="0">Sign in</span></button>')],
  [
    'region that scrolls and cannot be reached',
    null,
    wrap(
      '<section style="height:100px;width:500px;overflow:scroll" tabindex="0" aria-label="Text"><p style="height:900px">Long text</p></section>',
    ),
  ],
  ['object without a name', 'object-alt', wrap('<object data="missing.pdf"></object>')],
  ['video without captions is for people to judge', null, wrap('<video src="missing.mp4" controls></video>')],
  ['blinking text', 'blink', wrap('<blink>Look</blink>')],
  ['list with something else in it', 'list', wrap('<ul><p>One</p></ul>')],
  [
    'a page that alerts, writes and throws',
    null,
    wrap('<p>Hello</p><script>alert(1); document.title = "Another"; throw new Error("x")</script>'),
  ],
  ['image named by its title', null, wrap(`<img src="${pixel}" title="A loaf">`)],
  ['image with a blank for its alt', 'image-alt', wrap(`<img src="${pixel}" alt=" ">`)],
  ['image off the screen without alt', 'image-alt', wrap(`<div style="margin-left:-9999px"><img src="${pixel}"></div>`)],
  [
    'link named by its label, with a decorative image',
    null,
    wrap(`<a href="https://www.w3.org/" aria-label="Web"><img src="${pixel}" alt=""></a>`),
  ],
  [
    'words nobody is meant to see',
    null,
    wrap('<p>Seen</p><p style="color:#fff;background:#fff" aria-hidden="true">Up up down down left right</p>'),
  ],
  ['signs that are no words', null, wrap('<p style="color:#000;background:#666">----====++++____****%%%%</p>')],
  [
    'dark text on the light end of a gradient',
    null,
    wrap('<p style="color:#333;background:linear-gradient(to right,#fff,#00f);width:500px">Some text in English</p>'),
  ],
  [
    'text with a shadow that makes it readable',
    null,
    wrap('<p style="color:#000;background:#737373;text-shadow:white 0 0 3px">Some text in English</p>'),
  ],
  ['text half seen through', 'color-contrast', wrap('<div style="background:#fff"><p style="opacity:.3">Some text in English</p></div>')],
  [
    'text in a shadow root with low contrast',
    'color-contrast',
    wrap(
      '<p style="color:#aaa;background:#fff" id="p"></p><script>p.attachShadow({ mode: "open" }).textContent = "Some text in English"</script>',
    ),
  ],
  [
    'group of a disabled fieldset',
    null,
    wrap('<fieldset disabled style="color:#888;background:#fff"><label>Name <input></label></fieldset>'),
  ],
  [
    'title of two, the first empty',
    'document-title',
    '<!doctype html><html lang="en"><head><title></title></head><body><title>Hello</title><p>x</p></body></html>',
  ],
  [
    'title inside a shadow root',
    'document-title',
    '<!doctype html><html lang="en"><body><script>document.body.attachShadow({ mode: "open" }).innerHTML = "<title>Hello</title>"</script></body></html>',
  ],
  ['page of nothing but a title', null, '<html lang="en"><title>Hello</title></html>'],
  [
    'details hidden with something to focus',
    'aria-hidden-focus',
    wrap('<details aria-hidden="true"><summary>More</summary><p>Text</p></details>'),
  ],
  ['hidden input that is off', null, wrap('<input disabled aria-hidden="true">')],
  [
    'a picture that is a document',
    null,
    '<svg xmlns="http://www.w3.org/2000/svg"><title>One circle</title><circle r="4" cx="4" cy="4"/></svg>',
    'page.svg',
  ],
  [
    'XHTML',
    null,
    '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Hello</title></head><body><p>Text</p></body></html>',
    'page.xhtml',
  ],
  [
    'XHTML without a title',
    'document-title',
    '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head></head><body><p>Text</p></body></html>',
    'page.xhtml',
  ],
  ['a page whose link nobody can follow', null, wrap('<a href="#">Top</a><a href="missing.html">Gone</a>')],
]

const browser = new PageBrowser()
const files = { read: async () => null }
let wrong = 0
for (const [name, rule, html, file = 'page.html'] of pages.filter(([each]) => each.includes(process.argv[2] ?? ''))) {
  const page = await browser.measure({ text: html, name: file, root: '/nowhere' }, null)
  const judged = (check, params) => check.run({ params, artifact: { name: file, text: html }, files, pages: { measure: () => page } })
  const finding = await judged(pageAxe, { ignore: [], also: [] })
  const others = [await judged(pageAlt, {}), await judged(pageContrast, { normal: 4.5, large: 3, large_px: 24, large_bold_px: 18.66 })]
  const broken = [...new Set(finding.evidence.map(({ message }) => message.split(':')[0]))]
  const found = [finding, ...others].filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ message }) => message)
  if (rule === null ? found.length === 0 : broken.includes(rule)) continue
  console.log(`${name}: expected ${rule ?? 'no failure'}, found ${found.join('; ') || 'none'}`)
  wrong++
}
await browser.close()
console.log(`${pages.length} pages, ${pages.filter(([, rule]) => rule === null).length} of them without a failure; ${wrong} judged wrong`)
process.exitCode = wrong > 0 ? 1 : 0
