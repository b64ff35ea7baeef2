// The preview's style: light and dark, phone, desktop and paper.
import { base } from './style-base.ts'

/** `stepCounts` sizes the walks: each needs as many rows as it has steps, and one more to absorb the height of a tall screen. */
export function style(stepCounts: number[]): string {
  const rows = [...new Set(stepCounts.filter((n) => n > 0).map((n) => Math.min(n, 200)))].sort((a, b) => a - b)
  return (
    base +
    page +
    walks +
    frames +
    shots +
    rows
      .map(
        (n) =>
          `@media(min-width:56rem){.rows-${n}{grid-template-rows:repeat(${n},auto) 1fr}.rows-${n} .screen{grid-row:1/span ${n + 1}}}\n`,
      )
      .join('') +
    phone +
    paper
  )
}

const page = `
nav.top{position:sticky;top:0;z-index:5;display:flex;gap:.25rem;align-items:center;padding:.5rem max(1rem,calc(50vw - 36rem));background:var(--bar);border-bottom:1px solid var(--line);overflow-x:auto;white-space:nowrap}
nav.top b{margin-right:auto;padding-right:1rem;overflow:hidden;text-overflow:ellipsis}
nav.top a{padding:.35rem .7rem;border-radius:99px;color:var(--soft);text-decoration:none;font-size:.9rem}
nav.top a:hover{background:var(--hover);color:var(--ink)}
main{max-width:72rem;margin:0 auto;padding:0 1rem 3rem}
section{padding-top:3.5rem}
.masthead{display:grid;grid-template-columns:1fr auto;gap:2rem;align-items:center;padding:3rem 0 0}
.eyebrow{color:var(--soft);font-size:.85rem;margin:0}
.goals{list-style:none;margin:1rem 0 0;padding:0;max-width:46rem;font-size:1.1rem}
.goals li{padding:.3rem 0 .3rem 1.1rem;border-left:3px solid var(--accent);margin-bottom:.4rem}
.goals .from{font-size:.8rem}
.facts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:1.4rem 0 0;padding:0}
.facts a{display:block;padding:.35rem .8rem;border:1px solid var(--line);border-radius:99px;background:var(--paper);color:var(--ink);text-decoration:none;font-size:.9rem}
.facts a:hover{border-color:var(--accent)}
.overall{display:block;border-radius:50%}
.ring{width:9.5rem;height:9.5rem;display:block}
.ring circle{fill:none;stroke-width:9}
.ring .track,.bar .track{stroke:var(--line);fill:none}
.bar .track{fill:var(--line);stroke:none}
.ring .fill{stroke:var(--tone);stroke-linecap:round}
.bar .fill{fill:var(--tone)}
.ring text{text-anchor:middle;fill:var(--ink)}
.ring .big{font-size:27px;font-weight:700;letter-spacing:-.02em}
.ring .small{font-size:12px;fill:var(--soft)}
.strong,.good{--tone:var(--ok)}.fair{--tone:var(--warn)}.weak{--tone:var(--bad)}
.index{columns:2;column-gap:2rem;padding-left:1.4rem;margin:0 0 1.5rem}
.index li{break-inside:avoid;padding:.1rem 0}
h3.type{display:flex;align-items:center;gap:.6rem;font-weight:400;color:var(--soft);font-size:.95rem;margin:1.8rem 0 .7rem}
.cards{columns:3 17rem;column-gap:.9rem;list-style:none;margin:0;padding:0}
.cards .card{break-inside:avoid;margin-bottom:.9rem;padding:.8rem 1rem;border-top:3px solid var(--hue,var(--line))}
.cards .card>p{margin:.35rem 0;font-size:.95rem}
.card h4,.cards h3{margin:0;font-size:1rem}
.cards .card .id{margin:0;color:var(--soft)}
.card dl{margin:.5rem 0 0;font-size:.88rem}
.card dl div{display:grid;grid-template-columns:4.2rem 1fr;padding:.25rem 0;border-top:1px solid var(--line)}
.card dt{color:var(--soft)}
.card dd{margin:0;overflow-wrap:anywhere}
.card table{font-size:.88rem}
.relations{margin:.7rem 0 0;padding-left:1.1rem;font-size:.88rem;color:var(--soft)}
.picture{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1.2rem;margin-top:.5rem}
.picture svg{display:block;margin:0 auto}
.model text{font-size:12px;fill:var(--ink)}
.model .paper{fill:var(--page);stroke:var(--edge)}
.model .head{fill:var(--data-bg);stroke:var(--edge)}
.model .entity{font-size:13px;font-weight:650}
.model .kind{fill:var(--soft);text-anchor:end;font-size:11px}
.model .kind.start{text-anchor:start}
.model .loop{text-anchor:end;font-size:15px}
.model .optional{font-style:italic}
.tie{fill:none;stroke:var(--data);stroke-width:1.5}
.legend{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;color:var(--soft);font-size:.85rem;margin:.6rem 0 1.4rem}
.legend span{margin-left:1rem}
.dimensions td,.dimensions th{padding:.55rem .5rem}
.dimensions .wide{width:55%}
.bar{width:calc(100% - 8.5rem);height:.6rem;border-radius:99px;margin-right:.8rem;vertical-align:middle;overflow:hidden}
.gains{list-style:none;padding:0;margin:0}
.gains li{display:flex;gap:.9rem;align-items:baseline;padding:.55rem 0;border-bottom:1px solid var(--line)}
.gains .points{min-width:3.7rem;color:var(--ok);font-variant-numeric:tabular-nums}
.gains small{display:block}
.findings{background:var(--paper);border:1px solid var(--line);border-radius:12px;margin:.7rem 0;padding:0 1rem}
.findings summary{padding:.8rem 0;cursor:pointer}
.findings ul{list-style:none;margin:0;padding:0}
.findings li{padding:.8rem 0;border-top:1px solid var(--line)}
.findings p{margin:0}
.findings .points{display:inline-block;min-width:3.7rem;color:var(--bad);font-variant-numeric:tabular-nums}
.findings blockquote{margin:.4rem 0}
.where{font-size:.85rem;color:var(--soft)}
.statements{list-style:none;padding:0;margin:0}
.statements li{padding:.9rem 0 .9rem 1rem;border-left:3px solid var(--ok);margin-bottom:.6rem;background:var(--paper);border-radius:0 10px 10px 0}
.statements li.open{border-color:var(--bad)}
.statements blockquote{margin:0;padding:0 1rem 0 0;border:0;background:none;color:var(--ink)}
.statements p{margin:.4rem 0 0;font-size:.88rem;color:var(--soft)}
footer{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
`

const walks = `
.flow{scroll-margin-top:4.5rem;margin-bottom:1.4rem;padding:1.3rem 1.4rem}
.flow h3{margin:0;font-size:1.25rem}
.by{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;color:var(--soft);font-size:.88rem;margin:.3rem 0 0}
.who{display:inline-flex;align-items:center;gap:.4rem;color:var(--ink);font-weight:600}
.who::before{content:"";width:.9rem;height:.9rem;border-radius:50%;background:radial-gradient(circle at 50% 36%,var(--paper) 24%,transparent 26%),radial-gradient(circle at 50% 100%,var(--paper) 42%,transparent 44%),var(--accent)}
.walk{list-style:none;margin:1rem 0 0;padding:0}
.walk li{margin:0}
.go{display:flex;gap:.7rem;padding:.55rem .7rem;border-radius:10px;color:var(--ink);text-decoration:none;margin:0}
a.go:hover{background:var(--hover)}
.number{flex:none;width:1.55rem;height:1.55rem;border-radius:50%;display:inline-grid;place-items:center;font-size:.8rem;font-weight:650;background:var(--hover);color:var(--ink)}
.screen{display:none;scroll-margin-top:9rem;outline:0}
.walk:not(:has(.screen:target))>li:first-child>.screen,.screen:target{display:block}
.walk:not(:has(.screen:target))>li:first-child>.go,li:has(>.screen:target)>.go{background:var(--accent-bg)}
.walk:not(:has(.screen:target))>li:first-child>.go .number,li:has(>.screen:target)>.go .number{background:var(--accent);color:var(--on-accent)}
.screen{padding:1rem;border-radius:12px;background:var(--stage)}
.screen:focus-visible{outline:2px solid var(--edge);outline-offset:0}
.touches{font-size:.88rem;color:var(--soft);margin:.8rem 0 0}
.when{font-size:.88rem;margin:.5rem 0 0;color:var(--soft)}
.when b{color:var(--ink);font-weight:600}
.pager{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;margin:1rem 0 0;font-size:.9rem;color:var(--soft)}
.pager a{justify-self:start;padding:.4rem .9rem;border-radius:99px;border:1px solid var(--edge);background:var(--paper);text-decoration:none;color:var(--ink)}
.pager a[rel=next]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.pager>:last-child{justify-self:end}
@media(min-width:56rem){
.walk:not(.plain){display:grid;grid-template-columns:minmax(15rem,2fr) 5fr;column-gap:1.4rem}
.walk:not(.plain)>li{display:contents}
.walk .go{grid-column:1;align-self:start}
.walk .screen{grid-column:2;align-self:start}
}
`

const frames = `
.frame{background:var(--paper);border:1px solid var(--edge);border-radius:12px;overflow:hidden;box-shadow:var(--shadow)}
.frame .bar,.shot>.bar{display:flex;align-items:center;gap:.35rem;width:auto;height:auto;margin:0;padding:.55rem .8rem;border-bottom:1px solid var(--line);border-radius:0;font-size:.9rem}
.frame .bar i,.shot>.bar>i{width:.6rem;height:.6rem;border-radius:50%;background:var(--line)}
.frame .bar b{margin-left:.5rem;font-weight:600}
.frame .inside{display:flex;flex-wrap:wrap;gap:.8rem;align-items:flex-start;padding:1rem;min-height:9rem;align-content:flex-start}
.frame.missing{border-style:dashed;padding:1.5rem;color:var(--bad)}
.part{font-size:.85rem;max-width:100%}
.part .name{color:var(--soft)}
.part.container,.part.view,.part.data{flex:1 1 15rem;display:flex;flex-wrap:wrap;gap:.6rem;align-content:flex-start;border:1px solid var(--line);border-radius:10px;padding:.7rem}
.part.container>.name,.part.view>.name,.part.data>.name{flex-basis:100%;font-weight:600}
.part.data{flex-basis:18rem;background:var(--page)}
.part.container{border-style:dashed;border-color:var(--edge)}
.part.utility{display:inline-flex;gap:.5rem;padding:.35rem .7rem;border-radius:99px;border:1px dashed var(--edge)}
.part.control{display:inline-flex;align-items:center;gap:.5rem;padding:.45rem .9rem;border-radius:8px;border:1px solid var(--edge);background:var(--hover);text-decoration:none}
.part.control .name{color:var(--ink)}
.part.field,.part.choice{flex:1 1 12rem;background:var(--page)}
.part.field .name,.part.choice .name{color:var(--soft)}
.part.choice::after{content:"▾";margin-left:auto;color:var(--soft)}
.part.toggle::before{content:"";width:1.7rem;height:1rem;border-radius:99px;background:radial-gradient(circle at .5rem 50%,var(--paper) .33rem,transparent .36rem),var(--edge)}
.lit{outline:3px solid var(--accent);outline-offset:2px}
.frame.lit{outline-offset:0}
a.part.lit:hover{background:var(--accent-bg)}
.part.button.lit{background:var(--accent);border-color:var(--accent)}
.part.button.lit .name{color:var(--on-accent)}
a.part.button.lit:hover{background:var(--accent-deep)}
.part.lit>.name{color:var(--ink)}
.records{flex:1 1 100%;display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:.9rem}
.records div{min-width:0}
.records b{display:block;font-size:.75rem;font-weight:600;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis;padding-bottom:.35rem;border-bottom:1px solid var(--line)}
.lines i{display:block;height:.55rem;border-radius:99px;background:var(--line);margin-top:.55rem}
.lines{flex:1 1 100%}
.lines i:nth-child(2){width:82%}.lines i:nth-child(3){width:58%}
.left{font-size:.8rem;color:var(--soft);margin:0;align-self:center}
`

const shots = `
.ph{font-style:italic;color:var(--soft)}
.badge{display:inline-block;padding:0 .45rem;border-radius:99px;font-size:.72rem;font-weight:600;vertical-align:middle;background:var(--accent-bg);color:var(--ink);border:1px solid var(--accent)}
.badge.new{border-color:var(--ok)}.badge.gone{border-color:var(--bad)}.badge.changed{border-color:var(--warn)}
.asked,.changes{list-style:none;padding:0;margin:0}
.asked li{padding:.6rem 1rem;border-left:3px solid var(--ok);background:var(--paper);margin-bottom:.5rem;border-radius:0 10px 10px 0}
.asked li.open{border-color:var(--bad)}
.asked blockquote{margin:0;padding:0;border:0;background:none;color:var(--ink)}
.asked p{margin:.2rem 0 0;font-size:.9rem;color:var(--soft)}
.asked b{color:var(--ink)}
.changes li{padding:.25rem 0}
h3.actor{margin:2rem 0 .8rem}
.screens{display:grid;gap:1.2rem}
.shot{background:var(--paper);border:1px solid var(--edge);border-radius:12px;box-shadow:var(--shadow);overflow:hidden;min-width:0}
.shot>.bar{font-size:.95rem}
.shot>.bar b{margin-left:.5rem}
.panes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem;padding:1rem}
.pane{min-width:0;border:1px solid var(--line);border-radius:10px;padding:.8rem;background:var(--page)}
.pane.wide{grid-column:1/-1}
.pane h4{margin:0 0 .5rem;font-size:.8rem;font-weight:600;color:var(--soft)}
.pane table{font-size:.9rem}
.pane td,.pane th{padding:.4rem .7rem .4rem 0;overflow-wrap:normal}
.scroll{overflow-x:auto}
.pane dl{margin:0;font-size:.9rem}
.pane dl div{display:grid;grid-template-columns:minmax(6rem,2fr) 3fr;gap:.6rem;padding:.25rem 0;border-bottom:1px solid var(--line)}
.pane dt{color:var(--soft)}.pane dd{margin:0}
.acts{list-style:none;margin:.8rem 0 0;padding:0;display:grid;gap:.4rem}
.acts a{display:inline-block;padding:.35rem .7rem;border:1px solid var(--edge);border-radius:8px;background:var(--hover);color:var(--ink);text-decoration:none;font-size:.88rem}
.acts a:hover{text-decoration:underline}
.field{margin:0 0 .7rem;font-size:.9rem}
.field .label{display:block;color:var(--ink);margin-bottom:.2rem}
.field .must{font-weight:500;font-size:.75rem;color:var(--bad)}
.field .box{display:flex;align-items:center;gap:.5rem;min-height:2.2rem;border:1px solid var(--edge);border-radius:8px;background:var(--paper);padding:.3rem .6rem}
.field .mark{margin-left:auto;color:var(--soft)}
.field.check .box{border:0;background:none;padding:0;min-height:0}
.tick{width:1.1rem;height:1.1rem;border:1px solid var(--edge);border-radius:4px;background:var(--paper)}
.field .hint{display:block;margin-top:.2rem}
.press{display:inline-block;padding:.45rem 1.1rem;border-radius:8px;background:var(--accent);color:var(--on-accent);font-size:.9rem}
.state{margin:.3rem 0;font-size:.9rem;padding:.45rem .7rem;border-radius:8px;background:var(--hover)}
.state b{margin-right:.4rem}
.state.wrong{border-left:3px solid var(--bad)}
.records span{display:block;font-size:.78rem;padding:.3rem 0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
`

const phone = `
@media(max-width:55.99rem){
.masthead{grid-template-columns:1fr;padding-top:1.6rem;gap:1.2rem}
.overall{justify-self:start;border-radius:12px}
.ring{width:7rem;height:7rem}
.index{columns:1}
.flow{padding:1rem}
.screen{margin:.3rem 0 .8rem;padding:.7rem}
.frame .inside{padding:.8rem}
nav.top b{display:none}
.dimensions .wide{width:50%}
.bar{display:block;width:100%;margin:0 0 .3rem}
}
`

const paper = `
@media print{
nav.top,.skip,.pager,.index{display:none}
body{background:#fff}
section{padding-top:1.2rem}
.walk,.walk>li,.walk:not(.plain)>li{display:block!important}
.screen{display:block!important;break-inside:avoid;margin:.3rem 0 1rem}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.screen[data-same] .frame,.screen[data-same] .when{display:none}
.card,.statements li,.findings li,.frame,.picture{break-inside:avoid}
.flow{break-inside:auto}
h2,h3,.lead,.go{break-after:avoid}
.picture{overflow:visible}
.picture svg{max-width:100%;height:auto}
}
`
