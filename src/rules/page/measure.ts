// What a browser, or a reader of HTML where there is none, saw of a page: plain data that every page check judges.

/** Widths a page is looked at: windows of a desktop, and a phone twice, as a small window and as phones lay pages out. */
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

/** Pixels of the page, not of the window; whole numbers. */
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
  /** Set where something had to be opened to see it. */
  opened?: Opened
}

export interface Opened {
  /** What was pressed, or pointed at. */
  by: string
  /** SHA-256 of a PNG of the page with it open. */
  picture: string | null
}

export interface PageMeasure {
  /** `text`: no browser was there, so only what the HTML says by itself is known. */
  by: 'browser' | 'text'
  /** Why the page could not be looked at; nothing else here counts then. */
  problem: string | null
  /** What was not measured or not kept away, in sentences. */
  notes: string[]
  title: string
  lang: string
  /** Requests that left the page's own files or origin: none was let through. */
  blocked: { url: string; type: string }[]
  errors: PageError[]
  views: Partial<Record<ViewName, View>>
  sections: Section[]
  /** Blocks of text in the order of the document, as a desktop shows them. */
  texts: TextBlock[]
  /** The same at phone width. */
  phone: { texts: PhoneText[]; targets: Target[] }
  images: Image[]
  actions: Action[]
  axe: AxeRule[]
  /** Texts and their backgrounds, each pair of colours once an element. */
  pairs: ColourPair[]
  declarations: Declaration[]
  /** Custom properties as the root element computes them. */
  properties: Record<string, string>
  /** Blank: nothing can be seen. Undressed: most of its classes have no rule, and a style sheet or script was kept from it. */
  look: 'shown' | 'blank' | 'undressed'
  buttons: ButtonLook[]
  surfaces: Surface[]
  groups: CardGroup[]
  icons: Icon[]
  /** Differs from visit to visit and decides nothing. */
  times: { lcpMs: number | null; cls: number | null; measuredMs: number }
}

export interface PageError {
  kind: 'error' | 'exception' | 'missing'
  text: string
  /** The script, or the file that is missing. */
  source: string
}

export interface View {
  /** How wide the page was laid out; a phone takes 980 where nothing tells it its own width. */
  layoutWidth: number
  /** How wide its content is. */
  contentWidth: number
  pageHeight: number
  /** Whether it can be scrolled sideways. */
  scrolls: boolean
  beyond: (Part & { right: number; text: string })[]
  /** What is cut off and cannot be brought into sight; looked for on a phone's width. */
  cut?: Cut[]
  /** What is in sight and out of reach. */
  covered?: Covered[]
  /** SHA-256 of a PNG of the whole page. */
  picture: string | null
}

/** `by`: the element that a press lands on. */
export interface Covered extends Part {
  text: string
  by: string
}

export interface Cut extends Part {
  text: string
  /** The element that hides it; null for the screen, which does not scroll there. */
  by: string | null
  /** Sideways, or from above or below. */
  across: boolean
  /** Pixels of it that can be seen, and all of them. */
  shown: number
  size: number
}

export interface Section extends Part {
  tag: string
  /** Its id, classes, label and first heading: what it may be known by. */
  names: string[]
  heading: string
  hasTitle: boolean
  /** A heading with nothing below it. */
  bare: boolean
}

export interface TextBlock extends Part {
  tag: string
  text: string
  /** Place in `sections`; -1 outside of any. */
  section: number
  shown: boolean
  align: string
  family: string
  sizePx: number
}

export interface PhoneText extends Part {
  text: string
  /** As computed, and as it appears once the page is scaled to the screen. */
  sizePx: number
  effectivePx: number
}

export interface Target extends Part {
  text: string
  /** A link in running text, which lines of text keep small. */
  inline: boolean
}

export interface Image extends Part {
  /** Null where there is no alt at all. */
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
  /** Only there at this width. */
  view?: 'mobile'
}

export type ActionResult =
  | { state: 'works'; how: string }
  /** An answer of 400 or more, or a file or place that is not there. */
  | { state: 'missing'; why: string }
  | { state: 'dead'; why: string }
  | { state: 'broken'; why: string }
  /** Leads off the page's own files, or could not be tried without side effects. */
  | { state: 'untried'; why: string }

export interface AxeRule {
  view: 'desktop' | 'mobile'
  id: string
  help: string
  impact: string
  tags: string[]
  outcome: 'violation' | 'incomplete' | 'pass' | 'inapplicable'
  /** Found in a frame inside the page; Lighthouse looks into none. */
  inFrame?: true
  /** Found in what was closed at first, where Lighthouse does not look either. */
  opened?: true
  /** Decoration: hidden from assistive technology, with words that stand elsewhere too. */
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

/** One property of a rule or a style attribute that reaches at least one element. */
export interface Declaration {
  property: string
  /** As written. */
  value: string
  /** With custom properties put in. */
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
  /** The row of cards it stands in, '' in none. */
  row: string
  /** Where it sends a form: ids of the form, of what stands around it and of the headings above. Null where it sends none. */
  sends: string[] | null
}

export interface Surface extends Part {
  gradient: string
  colours: string[]
  clipsText: boolean
  blur: boolean
}

/** Elements beside each other that are built alike. */
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
