// Tells content from what only stands where content should be: "TBD", "lorem ipsum", "Component 1".

/** Some of these are fine names ("Test" in a school) and poor sentences. */
export function isPlaceholder(text: string, isName: boolean): boolean {
  const trimmed = text.trim()
  if (!isName && bare.test(trimmed)) return true
  return whole.test(trimmed) || numbered.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed) || anywhere.test(trimmed)
}

const whole = /^(?:tb[adc]|to ?do|fix ?me|n\/?a|none|null|undefined|nil|x{2,}|foo|bar|baz|qux|asdf\w*|testing|dummy|untitled|unnamed|placeholder(?: text)?|some (?:text|description|name|content)|(?:text|description|name|content|action) here|coming soon|description of [\w -]{1,40}|to be (?:defined|determined|decided|done|confirmed|added|specified))\.?$/i

const bare = /^(?:test|sample|example|unknown|name|description|text|action|goal)\.?$/i

const numbered = /^(?:(?:new |my |untitled |some )?(?:component|flow|user ?flow|entity|step|goal|interaction|attribute|action)(?: ?#?\d{0,4}| [a-z])|(?:item|view|container|control|field|screen|page|trigger|response|actor|user) ?#?\d{1,4})\.?$/i

/** Upper case where the lower case is a word people use ("a todo list"). */
const anywhere = /\b(?:TBD|TBA|TODO|FIXME|XXX)\b|\blorem ipsum\b|\bto be (?:defined|determined|specified)\b|\b(?:goes|fill(?:ed)? in|write|insert|put) (?:here|this later)\b|\b[Ii]nsert [\w ]{1,30} here\b|\{\{[^}]{0,40}\}\}|<(?:name|description|actor|action|insert|your)[^>]{0,40}>/
