// What a browser (or an HTML parser, if there is none) saw of a page: plain data that every page check judges.

/** The widths of a page's views: desktop windows, and a phone both as a small window and as phones lay pages out. */
export const views = {
  desktop: { width: 1280, height: 720, mobile: false },
  w1024: { width: 1024, height: 768, mobile: false },
  w768: { width: 768, height: 1024, mobile: false },
  narrow: { width: 375, height: 667, mobile: false },
  mobile: { width: 375, height: 667, mobile: true },
} as const
export type ViewName = keyof typeof views

/** How findings name a view. */
export const viewWords: Record<ViewName, string> = {
  desktop: '1280×720',
  w1024: '1024×768',
  w768: '768×1024',
  narrow: '375×667',
  mobile: '375×667 on a phone',
}

/** Pixels of the page, not of the window; integers. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** An element as findings name it. */
export interface Part {
  selector: string
  box: Box
  /** Set if something had to be opened to see it. */
  opened?: Opened
}

export interface Opened {
  /** What was pressed or hovered. */
  by: string
  /** SHA-256 of a PNG of the page with it open. */
  picture: string | null
}

export interface PageMeasure {
  /** `text`: without a browser, so only the HTML itself is known. */
  by: 'browser' | 'text'
  /** Why the page couldn't be measured; then nothing else here counts. */
  problem: string | null
  /** What wasn't measured or blocked, in sentences. */
  notes: string[]
  title: string
  lang: string
  /** Requests beyond the page's own files or origin: all were blocked. */
  blocked: { url: string; type: string }[]
  errors: PageError[]
  views: Partial<Record<ViewName, View>>
  sections: Section[]
  /** Blocks of text in document order, as on a desktop. */
  texts: TextBlock[]
  /** The same at phone width. */
  phone: { texts: PhoneText[]; targets: Target[] }
  images: Image[]
  actions: Action[]
  axe: AxeRule[]
  /** Texts and their backgrounds: each pair of colours once per element. */
  pairs: ColourPair[]
  declarations: Declaration[]
  /** Custom properties as computed on the root element. */
  properties: Record<string, string>
  /** Blank: nothing is visible. Undressed: most of its classes have no rule, and a style sheet or script was blocked. */
  look: 'shown' | 'blank' | 'undressed'
  buttons: ButtonLook[]
  surfaces: Surface[]
  groups: CardGroup[]
  icons: Icon[]
  /** Varies between visits and decides nothing. */
  times: { lcpMs: number | null; cls: number | null; measuredMs: number }
}

export interface PageError {
  kind: 'error' | 'exception' | 'missing'
  text: string
  /** The script, or the missing file. */
  source: string
}

export interface View {
  /** The layout width; a phone uses 980 if the page doesn't set a viewport. */
  layoutWidth: number
  /** The width of its content. */
  contentWidth: number
  pageHeight: number
  /** Whether it scrolls sideways. */
  scrolls: boolean
  beyond: (Part & { right: number; text: string })[]
  /** What is cut off for good; searched at a phone's width. */
  cut?: Cut[]
  /** What is visible but can't be pressed. */
  covered?: Covered[]
  /** SHA-256 of a PNG of the whole page. */
  picture: string | null
}

/** `by`: the element that a press hits instead. */
export interface Covered extends Part {
  text: string
  by: string
}

export interface Cut extends Part {
  text: string
  /** The element that cuts it; null for the screen, which doesn't scroll there. */
  by: string | null
  /** Horizontally or vertically. */
  across: boolean
  /** Visible and total pixels. */
  shown: number
  size: number
}

export interface Section extends Part {
  tag: string
  /** Its id, classes, label and first heading: names it may be known by. */
  names: string[]
  heading: string
  hasTitle: boolean
  /** A heading with nothing below it. */
  bare: boolean
}

export interface TextBlock extends Part {
  tag: string
  text: string
  /** Index in `sections`; -1 outside of any. */
  section: number
  shown: boolean
  align: string
  family: string
  sizePx: number
}

export interface PhoneText extends Part {
  text: string
  /** As computed, and as displayed once the page is scaled to the screen. */
  sizePx: number
  effectivePx: number
}

export interface Target extends Part {
  text: string
  /** A link in running text, whose height follows the line. */
  inline: boolean
}

export interface Image extends Part {
  /** Null without an alt attribute. */
  alt: string | null
  src: string
  /** Hidden from assistive technology, or named in another way. */
  excused: boolean
  /** The only content of a link or button. */
  alone: boolean
}

export type ActionKind = 'link' | 'button' | 'form'

export interface Action extends Part {
  kind: ActionKind
  text: string
  /** The href or form action as written. */
  to: string
  result: ActionResult
  /** Only present at this width. */
  view?: 'mobile'
}

export type ActionResult =
  | { state: 'works'; how: string }
  /** A status of 400 or more, or a missing file or fragment. */
  | { state: 'missing'; why: string }
  | { state: 'dead'; why: string }
  | { state: 'broken'; why: string }
  /** Leads off the page's own files, or couldn't be tried without side effects. */
  | { state: 'untried'; why: string }

export interface AxeRule {
  view: 'desktop' | 'mobile'
  id: string
  help: string
  impact: string
  tags: string[]
  outcome: 'violation' | 'incomplete' | 'pass' | 'inapplicable'
  /** Found in a frame inside the page, where Lighthouse doesn't look. */
  inFrame?: true
  /** Found in initially closed content, where Lighthouse doesn't look either. */
  opened?: true
  /** Decoration: hidden from assistive technology, with words that also occur elsewhere. */
  nodes: (Part & { html: string; why: string; decoration?: true })[]
}

export interface ColourPair extends Part {
  view: 'desktop' | 'mobile'
  text: string
  foreground: string
  background: string
  ratio: number
  required: number
  sizePx: number
  bold: boolean
}

/** One property of a rule or style attribute that matches at least one element. */
export interface Declaration {
  property: string
  /** As written. */
  value: string
  /** With custom properties resolved. */
  resolved: string
  /** Whether custom properties were used. */
  named: boolean
  /** The rule's selector, or the element's for a style attribute. */
  rule: string
  media: string
  parts: Part[]
  count: number
}

export interface ButtonLook extends Part {
  text: string
  to: string
  section: number
  background: string
  behind: string
  filled: boolean
  border: boolean
  hint: string
  inNav: boolean
  /** Its row of cards, '' if none. */
  row: string
  /** For a submit button: ids of its form, of the form's ancestors and of the headings above. Null otherwise. */
  sends: string[] | null
}

export interface Surface extends Part {
  gradient: string
  colours: string[]
  clipsText: boolean
  blur: boolean
}

/** Neighbouring elements with the same structure. */
export interface CardGroup {
  parts: Part[]
  /** Tags inside, in order. */
  shape: string
  white: boolean
  raised: boolean
  rounded: boolean
  sameSize: boolean
  hasIcon: boolean
  hasHeading: boolean
}

export interface Icon extends Part {
  set: string
  what: string
}

export const emptyMeasure: PageMeasure = {
  by: 'browser',
  problem: null,
  notes: [],
  title: '',
  lang: '',
  blocked: [],
  errors: [],
  views: {},
  sections: [],
  texts: [],
  phone: { texts: [], targets: [] },
  images: [],
  actions: [],
  axe: [],
  pairs: [],
  declarations: [],
  properties: {},
  look: 'shown',
  buttons: [],
  surfaces: [],
  groups: [],
  icons: [],
  times: { lcpMs: null, cls: null, measuredMs: 0 },
}
