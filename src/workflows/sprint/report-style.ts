// The style of an evaluation's page, light and dark.

export const reportStyle = `
:root { --ink: #1c2321; --soft: #55605c; --paper: #fbfaf7; --card: #ffffff; --line: #d9d6cd; --bad: #a32018; --good: #1d6b3c; --new: #8a5a00; --part-of: #2f5d62; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --soft: #a9b3af; --paper: #15191a; --card: #1d2324; --line: #3a4344; --bad: #ff8f85; --good: #7fd3a0; --new: #f0c266; --part-of: #7fb8be; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif; }
main { max-width: 1240px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0; font-size: clamp(28px, 6vw, 44px); line-height: 1.15; } h2 { margin: 48px 0 12px; font-size: 24px; } h3 { margin: 0 0 4px; font-size: 18px; }
p { margin: 0 0 6px; max-width: 75ch; } code { font-size: 15px; overflow-wrap: anywhere; }
.where, .what, .place, .legend { color: var(--soft); } .place { overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); }
.wide { overflow-x: auto; } table { border-collapse: collapse; min-width: 320px; } th, td { padding: 8px 12px 8px 0; text-align: left; font-weight: normal; border-bottom: 1px solid var(--line); white-space: nowrap; }
.whole th, .whole td { font-weight: bold; } td { font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 32px; height: 8px; margin-right: 8px; background: linear-gradient(var(--part-of), var(--part-of)) no-repeat var(--line); background-size: var(--part) 100%; }
.fix { padding: 0; margin: 0; list-style: none; display: grid; gap: 12px; } .fix > li { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--new); padding: 12px 16px; } .fix > .must { border-left-color: var(--bad); }
.fix ul { padding: 0; margin: 8px 0 0; list-style: none; display: grid; gap: 10px; } .fix ul li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 12px; border-top: 1px solid var(--line); padding-top: 10px; overflow-wrap: anywhere; }
.first { margin: 0; padding-left: 24px; } .first li { margin-bottom: 6px; } .first .must::marker { color: var(--bad); font-weight: bold; }
.crop { position: relative; overflow: hidden; margin: 6px 0; border: 1px solid var(--line); background-repeat: no-repeat; max-width: 100%; } .crop i { position: absolute; outline: 3px solid #c62a1e; }
.fix details { margin-top: 10px; } summary { cursor: pointer; padding: 6px 0; min-height: 44px; }
.number { min-width: 28px; height: 28px; padding: 0 6px; border: 1px solid var(--ink); text-align: center; font-variant-numeric: tabular-nums; }
.pair { display: grid; gap: 20px; margin-bottom: 28px; align-items: start; } figure { margin: 0; } figcaption { color: var(--soft); margin-bottom: 6px; }
.window { max-height: 70vh; overflow: auto; border: 1px solid var(--line); } .shot { position: relative; background: no-repeat 0 0 / 100% auto; } .shot svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.mobile figure { max-width: 375px; }
.box { fill: none; stroke-width: 3; } .open .box { stroke: #c62a1e; } .new .box { stroke: #c07a00; } .fixed .box { stroke: #1d7a44; stroke-dasharray: 8 5; }
.tag { fill: #c62a1e; } .new .tag { fill: #8a5a00; } svg text { fill: #ffffff; font-family: sans-serif; font-weight: bold; }
.legend span { display: inline-block; padding-left: 10px; margin-right: 16px; border-left: 4px solid; } .legend .fixed { border-color: #1d7a44; } .legend .open { border-color: #c62a1e; } .legend .new { border-color: #c07a00; }
@media (min-width: 1000px) { .top { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 40px; } .top h2:first-child { margin-top: 24px; } }
@media (min-width: 720px) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } .pair:not(:has(figure + figure)).desktop { grid-template-columns: minmax(0, 1fr); } .mobile { grid-template-columns: repeat(2, minmax(0, 375px)); } }
@media (max-width: 480px) { .bar { display: none; } }
@media print { .window { max-height: none; } .fix > li, figure { break-inside: avoid; } }
`
