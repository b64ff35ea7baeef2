// Markdown and wiki marks taken off a line. Nothing that carries meaning goes: a cross, a struck word and a tag in brackets stay.

/** The words of a line without emphasis, code marks, links and anchors. */
export function plain(text: string): string {
  return text
    .replace(/<!--.*?-->/g, ' ')
    .replace(/<\/?(?:b|i|em|strong|u|br|p|span|div|a|code|kbd|sub|sup|details|summary|font|center|img)\b[^<>]{0,300}>/gi, ' ')
    .replace(/!\[([^\]]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\[([^\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\{(?:color|panel|quote|noformat)[^{}]{0,80}\}/g, '')
    .replace(/^\s*(?:✅|✔️|✔|☑️|☑|☐|➡️|👉|🔹|🔸|▪️|•)\s*/u, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/(^|[\s("'[])[*_](?=[^\s)])/g, '$1')
    .replace(/([^\s(])[*_](?=$|[\s.,;:!?)"'\]])/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
