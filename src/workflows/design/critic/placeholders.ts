// Tells content from what only stands where content should be: "TBD", "lorem ipsum", "Component 1".

/** Some of these are fine names ("Test" in a school, "Sample" in a laboratory) and poor sentences. */
export function isPlaceholder(text: string, isName: boolean): boolean {
  const trimmed = text.trim()
  if (!/[\p{L}\p{N}]/u.test(trimmed) || marks.test(trimmed) || numbered.test(trimmed)) return !(isName && thing.test(trimmed))
  const words = trimmed.toLowerCase().match(/[\p{L}\p{N}/]+/gu) ?? []
  if (words.every((word) => filler.has(word))) return true
  return anywhere.test(trimmed) || (!isName && (bare.test(trimmed) || opening.test(trimmed)))
}

/** A text of nothing but these says nothing. */
const filler = new Set(
  'tbd tba tbc n/a na none null undefined nil xx xxx xxxx foo bar baz qux asdf asdfasdf lorem ipsum dolor sit amet blah bla fixme dummy untitled unnamed placeholder todo'.split(
    ' ',
  ),
)

/** In capitals, as the lower case is a word people use ("a todo list"); and slots nobody filled. */
const marks =
  /\b(?:TBD|TBA|TODO|FIXME|XXX)\b|\{\{[^}]{0,60}\}\}|^[[<(][^\])>]{0,80}[\])>]\.?$|<(?:name|description|actor|action|insert|your)\b[^>]{0,40}>/

const anywhere =
  /\blorem ipsum\b|\bto be (?:defined|determined|specified|filled in)\b|\bnot yet (?:defined|specified|written|known)\b|\b(?:goes|go|add|write|insert|put|fill) (?:[\w ]{1,30} )?here\b|\bfill (?:this )?in later\b|\b(?:dummy|placeholder) (?:description|content|value)\b/i

const numbered =
  /^(?:(?:new |my |untitled |some )?(?:component|flow|user ?flow|entity|step|goal|interaction|attribute|action)(?: ?#?\d{0,4}| [a-z])|(?:item|view|container|control|field|screen|page|trigger|response|actor|user) ?#?\d{1,4})\.?$/i

/** Bare, these are what some features are about: the items of a list, the goals of a year, the steps of a recipe. */
const thing = /^(?:item|goal|step|action|component|interaction)s?$/i

const bare =
  /^(?:test(?:ing)?(?: test)*|sample|example|unknown|pending|name|description|text|action|goal|coming soon|(?:some|the|a|component|entity|flow|step|goal|item) (?:text|description|name|content|action))\.?$/i

const opening =
  /^(?:(?:this is )?(?:an? )?(?:placeholder|dummy|sample|example)(?: (?:text|description|content|value|name|data|component|entity|flow|step|goal)\b|\.?$)|to be (?:completed|done|decided|added|written|confirmed)\b|description of [\w -]{1,40}$)/i
