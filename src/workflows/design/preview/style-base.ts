// Styles common to all our pages: colours for light and dark, type, links, tables and small marks.

export const base = `
:root{color-scheme:light dark;--page:#fbfaf8;--paper:#fff;--bar:#fffffff2;--stage:#f1efea;--hover:#f0eee9;--ink:#1c1e22;--soft:#595d66;--line:#e3e0d9;--edge:#c9c5bb;--accent:#2f4bce;--accent-deep:#2239a5;--accent-bg:#e8ecfc;--on-accent:#fff;--ok:#1c7344;--warn:#8d5b00;--bad:#b3261e;--view:#2f4bce;--view-bg:#e8ecfc;--container:#4f5663;--container-bg:#eceef1;--control:#7a2fb5;--control-bg:#f4e9fb;--data:#0d6b62;--data-bg:#e0f2ef;--utility:#8a4b0b;--utility-bg:#fbeedd;--shadow:0 1px 2px #0000000d,0 8px 24px #0000000f}
@media(prefers-color-scheme:dark){:root{--page:#131519;--paper:#1b1e24;--bar:#1b1e24f2;--stage:#0f1114;--hover:#272b33;--ink:#eceef2;--soft:#a9afbb;--line:#2d323b;--edge:#454c59;--accent:#94a8ff;--accent-deep:#b3c2ff;--accent-bg:#252d4d;--on-accent:#10131c;--ok:#6fd39a;--warn:#eabb5b;--bad:#ff9a90;--view:#a9b8ff;--view-bg:#252d4d;--container:#c2c8d3;--container-bg:#2b3039;--control:#dcaeff;--control-bg:#37244a;--data:#74d6c8;--data-bg:#143a36;--utility:#f0bb83;--utility-bg:#402b14;--shadow:0 1px 2px #0006,0 8px 24px #0005}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
h1{font-size:clamp(2rem,5vw,3rem);line-height:1.1;letter-spacing:-.025em;margin:.3rem 0 0}
h2{font-size:1.7rem;letter-spacing:-.015em;margin:0 0 .3rem}
h3{font-size:1.1rem;margin:1.8rem 0 .4rem}
h2 small,h3 small,h3.type small{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0;margin-left:.4rem}
small{color:var(--soft)}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[id]{scroll-margin-top:4.5rem}
code{font:.88em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.lead,.none{color:var(--soft);margin:.2rem 0 1.2rem}
.none{font-style:italic}
.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1rem 1.1rem}
.card:target{box-shadow:0 0 0 3px var(--accent)}
.chip{display:inline-block;padding:.1rem .6rem;border-radius:99px;font-size:.83rem;text-decoration:none;background:var(--hover);color:var(--ink)}
a.chip:hover{text-decoration:underline}
.view{--hue:var(--view)}.container{--hue:var(--container)}.control{--hue:var(--control)}.data{--hue:var(--data)}.utility{--hue:var(--utility)}
.chip.view{background:var(--view-bg);color:var(--view)}.chip.container{background:var(--container-bg);color:var(--container)}.chip.control{background:var(--control-bg);color:var(--control)}.chip.data{background:var(--data-bg);color:var(--data)}.chip.utility{background:var(--utility-bg);color:var(--utility)}
.bad,.untraced{color:var(--bad)}
.from{font-size:.88rem;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .5rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
thead th{color:var(--soft);font-size:.85em;font-weight:500}
tbody th{font-weight:500}
blockquote{margin:.5rem 0;padding:.4rem .8rem;border-left:3px solid var(--edge);background:var(--page);color:var(--soft);border-radius:0 8px 8px 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem;background:var(--accent);color:var(--on-accent);padding:.6rem 1rem;z-index:9}
.skip:focus{left:.5rem;top:.5rem}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`
