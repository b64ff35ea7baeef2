// Nouns by what they mean for a design: words of the screen, words for collections, and words too general to be data.
import { singular } from './forms.ts'

const screen = new Set(`page screen view form button dashboard panel menu link icon tab modal dialog popup pop-up window banner grid section header footer sidebar bar box dropdown checkbox toggle widget layout homepage ui interface navigation placeholder tooltip spinner prompt cursor toast snackbar wizard toolbar keyboard picker column row cell tile`.split(' '))
const collecting = new Set(`list history set collection overview summary details detail information info data record entry listing log table queue batch series selection archive directory catalog catalogue feed stream array number total amount count range group copy version kind type sort piece pair handful variety plurality majority subset contents`.split(' '))
const general = new Set(`ability access action activity addition advance advantage approach area aspect attempt attribute basis behavior behaviour benefit capability case change choice circumstance click combination condition confirmation consistency context control criterion criteria deal default detail device difference direction effect effort end environment error evidence example exception experience fact failure feature feedback field first flow following form format functionality goal help hour idea input instance instruction issue-free itself kind level limit line lot manner maximum means mechanism method middle minimum minute mode moment month motion need notice object one operation operator-side opportunity option order-by others output page part pattern performance permission place point possibility practice preference priority-one problem procedure process progress property purpose quality question reason reference requirement resource response responsibility rest result retry right role-based rule scenario screen second section security sense side situation solution someone something source space standard state-of step story structure stuff success support system task-based term thing time times top topic trace try unit usage use user-experience validation value variety version visibility way week while whole word work workflow world year day today tomorrow yesterday morning evening night anything everything nothing desktop mobile phone-view tablet browser internet web network online offline click tap swipe page-load load loading millisecond ms percent percentage availability latency scalability uptime compliance accessibility usability reliability maintainability responsiveness`.split(' '))

export function isScreenWord(word: string): boolean {
  return screen.has(singular(word))
}

export function isCollectionWord(word: string): boolean {
  return collecting.has(word) || collecting.has(singular(word))
}

export function isGeneralWord(word: string): boolean {
  return general.has(word) || general.has(singular(word))
}
