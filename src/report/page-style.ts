// The style of a report: one column, system fonts, light, dark and print.

export const style = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5c6570;--line:#d9dee3;--page:#fff;--panel:#f6f7f9;--good:#177245;--bad:#b3261e;--warn:#8a5a00;--calm:#2456a6;--new:#e3f4ea;--gone:#fbe7e5;--mark:#fff3d6}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4ae;--line:#343b42;--page:#14171a;--panel:#1c2126;--good:#5cc98f;--bad:#ff8a80;--warn:#e6b455;--calm:#8ab4f8;--new:#12321f;--gone:#3a1b19;--mark:#3a3115}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:62rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:.1rem 0 .6rem}
h2{font-size:1.15rem;margin:0 0 .7rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem}
p{margin:.4rem 0}
section{border-top:1px solid var(--line);padding-top:1.3rem;margin-top:1.6rem}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.eyebrow,.note,caption,dt{color:var(--soft);font-size:.875rem}
.verdict{font-size:1.1rem;padding:.6rem .9rem;border-left:4px solid;background:var(--panel);border-radius:0 6px 6px 0}
.verdict.good{border-color:var(--good)}.verdict.bad{border-color:var(--bad)}.verdict.warn{border-color:var(--warn)}.verdict.calm{border-color:var(--calm)}
.verdict.good b{color:var(--good)}.verdict.bad b{color:var(--bad)}.verdict.warn b{color:var(--warn)}.verdict.calm b{color:var(--calm)}
.asked{white-space:pre-wrap;max-height:24rem;overflow:auto;background:var(--panel);border-radius:6px;padding:.8rem 1rem}
.chart{width:100%;max-width:44rem;height:auto;display:block}
.chart .grid{stroke:var(--line);stroke-width:1}.chart .tick{fill:var(--soft);font-size:12px}.chart .score{fill:var(--ink);font-size:13px;font-weight:600;paint-order:stroke;stroke:var(--page);stroke-width:4px}
.chart .threshold{stroke:var(--warn);stroke-width:1.5;stroke-dasharray:5 4}.chart .join{stroke:var(--soft);stroke-width:1.5}
.chart .good{fill:var(--good)}.chart .bad{fill:var(--page);stroke:var(--bad);stroke-width:2.5}
.legend{columns:18rem;column-gap:3rem;font-size:.875rem;padding-left:1.6rem;margin:.6rem 0}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:.5rem 1.2rem;margin:.8rem 0}
dd{margin:0}dl.long{grid-template-columns:1fr}
table{border-collapse:collapse;font-size:.9rem}
.scroll{overflow-x:auto}.scroll table{min-width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;white-space:nowrap}
.bars{width:100%;margin:.8rem 0}.bars caption{text-align:left}.bars .bar{width:55%}.bars svg{width:100%;height:8px;display:block}.bars .rest{fill:var(--line)}.bars .full{fill:var(--calm)}.bars th{white-space:normal;overflow-wrap:normal}.bars td:last-child{white-space:nowrap}.bars th,.bars td{vertical-align:middle}
.findings{padding-left:0;list-style:none}.findings>li{padding:.7rem 0;border-bottom:1px solid var(--line)}.held{list-style:none;padding:0}
.tag{display:inline-block;font-size:.75rem;font-weight:600;border:1px solid;border-radius:4px;padding:0 .4rem;color:var(--soft)}
.tag.fail,.tag.error{color:var(--bad)}.tag.warn,.tag.unknown{color:var(--warn)}.tag.pass{color:var(--good)}
.gain{color:var(--good);font-weight:600}.fix{color:var(--soft)}
.seen{margin:.4rem 0 .4rem .9rem;font-size:.9rem}.seen dl{margin:.2rem 0;grid-template-columns:1fr}.seen dl div{display:flex;gap:.6rem}.seen dt{flex:0 0 4.2rem}
.where{font-weight:600}
blockquote{margin:.3rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--soft)}
.frame,.source,pre{background:var(--panel);border-radius:6px;padding:.6rem .8rem;overflow-x:auto;margin:.4rem 0;max-height:36rem}
.frame{padding-left:0;padding-right:0}.frame .line{display:block;padding:0 .8rem}.frame i{display:inline-block;width:2.4rem;color:var(--soft);font-style:normal}.frame .marked{background:var(--mark)}
.diff{width:100%;font-size:.85rem}.diff td{border:0;padding:0 .4rem;white-space:pre-wrap}.diff .n{color:var(--soft);text-align:right;width:1%;white-space:nowrap;font-size:.75rem;vertical-align:baseline}.diff .s{width:1%}.diff .new{background:var(--new)}.diff .gone{background:var(--gone)}.diff .gap{color:var(--soft)}
iframe{width:100%;height:75vh;min-height:22rem;border:1px solid var(--line);border-radius:6px;background:#fff;resize:vertical}
.prose{border:1px solid var(--line);border-radius:6px;padding:.6rem 1.2rem}.prose .h1{font-size:1.5rem}.prose .h2{font-size:1.2rem}.prose img,.drawing,figure img{max-width:100%}
.link{text-decoration:underline dotted}.missing{color:var(--soft);font-style:italic}
a{color:var(--calm)}
summary{cursor:pointer;padding:.3rem 0}
figure{margin:0 0 1rem}figcaption{color:var(--soft);font-size:.875rem}
@media (max-width:40rem){main{padding:1.2rem .9rem 3rem}.diff .n{display:none}iframe{height:60vh}}
@media print{section{break-inside:auto}.asked,pre,.source{max-height:none}iframe{height:20cm}}
`
