// Nouns by what they mean for a design: words of the screen, words for collections, and words too general to be data.
import { singular } from './forms.ts'

const screen = new Set(
  `page screen view form button dashboard panel menu link icon tab modal dialog popup pop-up window banner grid section header footer sidebar bar box dropdown checkbox toggle widget layout homepage ui interface navigation placeholder tooltip spinner prompt cursor toast snackbar wizard toolbar keyboard picker column row cell tile`.split(
    ' ',
  ),
)
const collecting = new Set(
  `list history set collection overview summary details detail information info data record entry listing log table queue batch series selection archive directory catalog catalogue feed stream array number total amount count copy version kind type sort piece pair handful variety plurality majority subset contents`.split(
    ' ',
  ),
)
const general = new Set(
  `ability access action addition advance advantage approach area aspect attempt attribute basis behavior behaviour benefit capability case change choice circumstance click combination condition confirmation consistency context control criterion criteria deal default detail difference direction effect effort end environment error evidence example exception experience fact failure feature first flow following form format functionality glance goal help hour idea instance instruction kind lot manner maximum means mechanism method middle minimum minute mode moment month motion need object one operation opportunity option others output part pattern performance possibility practice preference problem procedure process progress property purpose quality reason requirement responsibility rest retry right scenario second security sense side situation solution someone something step structure stuff success support system thing time times top trace try usage use validation variety version visibility way week while whole word work workflow world year day today tomorrow yesterday morning evening night anything everything nothing desktop mobile tablet browser internet web network online offline tap swipe load loading millisecond ms percent percentage availability latency scalability uptime compliance accessibility usability reliability maintainability responsiveness management`.split(
    ' ',
  ),
)

export function isScreenWord(word: string): boolean {
  return screen.has(singular(word))
}

export function isCollectionWord(word: string): boolean {
  return collecting.has(word) || collecting.has(singular(word))
}

export function isGeneralWord(word: string): boolean {
  return general.has(word) || general.has(singular(word))
}
