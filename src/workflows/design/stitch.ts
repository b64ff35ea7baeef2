// What the rendering service is told about a design; its page is made traceable by the hash of its intent.
import type { Intent } from './intent.ts'
import { hashName } from './preview/render.ts'

export function drawingPrompt({ featureId, goals, userFlows, components, dataModel }: Intent): string {
  const views = components.filter(({ type }) => type === 'view' || type === 'container')
  const lines = [
    `Draw the screens of the feature "${featureId.replaceAll('-', ' ')}" as one page a reviewer can look at.`,
    'What it is for:',
    ...goals.map((goal) => `- ${goal}`),
    'What people do:',
    ...userFlows.flatMap(({ name, actor, steps }) => [
      `- ${name} (${actor})`,
      ...steps.map(({ action, actor: own }, index) => `  ${index + 1}. ${action}${own ? ` (${own})` : ''}`),
    ]),
    'Screens and their parts:',
    ...views.map(({ name, description }) => `- ${name}: ${description}`),
    'What is remembered:',
    ...dataModel.entities.map(({ name, attributes }) => `- ${name}: ${attributes.map((attribute) => attribute.name).join(', ')}`),
  ]
  const text = lines.join('\n')
  return text.length > mostChars ? `${text.slice(0, mostChars)}…` : text
}

const mostChars = 12_000

export function markDrawn(page: string, hash: string): string {
  const mark = `<meta name="${hashName}" content="${hash}">`
  const bare = page.replaceAll(new RegExp(`<meta[^>]*${hashName}[^>]*>`, 'gi'), '').replace(/<\/head\s*>/i, '</head>')
  const head = /<head(?:\s[^>]*)?>/i.exec(bare)
  if (head && bare.includes('</head>', head.index))
    return bare.slice(0, head.index + head[0].length) + mark + bare.slice(head.index + head[0].length)
  return `<!doctype html><html><head><meta charset="utf-8">${mark}</head><body>${bare}</body></html>`
}
