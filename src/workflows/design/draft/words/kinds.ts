// What kind of value a name stands for, judged from its words alone: "due date" is a date, "total" is money, "status" is a choice.
import { singular } from './forms.ts'

const words: Readonly<Record<string, string>> = {
  identifier: 'id identifier code isbn sku reference slug uuid key barcode serial vin ean iban plate username',
  date: 'date deadline birthday birthdate dob expiry expiration day month year week anniversary due',
  time: 'time timestamp datetime hour start-time',
  money:
    'price cost amount total subtotal fee balance salary budget fare rent tax deposit fine wage charge payment bid revenue income donation premium commission refund discount spend payout surcharge tip margin vat',
  number:
    'quantity count number value age weight height width length depth distance rating score stock capacity percentage latitude longitude mileage temperature duration size area rank points point minutes hours seats seat-count calories volume humidity speed altitude dosage dose temperature attempts views likes pages copies reps sets servings odometer threshold limit maximum minimum ph yield pressure',
  email: 'email e-mail',
  phone: 'phone mobile telephone fax cell',
  link: 'link url website homepage',
  image: 'photo image picture avatar logo icon thumbnail screenshot portrait cover',
  file: 'file attachment document scan video audio recording pdf resume cv',
  choice:
    'status state type category priority role gender color colour severity method level stage kind condition genre tier mode currency language country unit format outcome reason breed species brand model visibility frequency grade',
  text: 'name title description comment note notes address summary text body bio biography subject city street region province zip postcode location place venue room notes instructions instruction label caption nickname surname password passcode pin signature remark remarks topic headline author ingredient allergy diagnosis symptom symptoms department position company employer manufacturer hometown abstract tagline purpose destination origin',
}

const kinds = new Map(Object.entries(words).flatMap(([kind, list]) => list.split(' ').map((word) => [word, kind] as const)))

/** The kind of value a phrase names, or undefined when its words do not tell. */
export function kindOf(phrase: string): string | undefined {
  const of = phrase.indexOf(' of ')
  if (of > 0 && !/^(?:number|count|amount|quantity) of\b/.test(phrase)) return kindOf(phrase.slice(0, of))
  const parts = phrase.toLowerCase().split(/[ _]/)
  const last = parts.at(-1) ?? ''
  if (/^(?:number|count|amount|quantity) of\b/.test(phrase)) return phrase.startsWith('amount') ? 'money' : 'number'
  if (/^time (?:window|frame|zone|span)$/.test(parts.slice(-2).join(' '))) return 'time'
  if (last === 'point' && parts.length > 1) return 'text' // "meeting point"
  if (parts.includes('email') && last === 'address') return 'email'
  if (/^(?:phone|mobile|telephone|contact|fax)$/.test(parts.at(-2) ?? '') && last === 'number') return 'phone'
  if (last === 'number' && parts.length > 1)
    return /^(?:whole|total|maximum|minimum|max|min)$/.test(parts.at(-2) ?? '') ? 'number' : 'identifier'
  if (
    /^(?:is|has|can)[ _-]/.test(phrase) ||
    /^(?:active|enabled|disabled|completed?|done|archived|verified|available|optional|public|private|paid|overdue|urgent|featured|favou?rite|read|unread|flag|pending|empty|full|open|closed|cancelled|approved|expired|locked|valid|invalid|late|ready|visible|hidden|free|taken|busy)$/.test(
      last,
    )
  )
    return 'yes/no'
  if (/(?:At|_at| at)$/.test(phrase)) return 'time'
  return kinds.get(last) ?? kinds.get(singular(last))
}

/** Whether the phrase reads as a property of something rather than a thing of its own. */
export function isPropertyWord(phrase: string): boolean {
  return kindOf(phrase) !== undefined
}
