// Rewords a text a finding points at: empty words go, weak verbs and framework names give way to plain ones, pronouns to what they stand for.
import { capital } from '../words/forms.ts'
import { weakVerbs } from '../words/verbs.ts'

/** Takes a weak word out of a text, or puts a plainer verb in its place; the text comes back unchanged when neither works. */
export function withoutWeak(text: string, weak: string, keepVerb: boolean): string {
  const lower = weak.toLowerCase()
  const base = lower.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s)$/, '')
  const verb = Object.keys(weakVerbs).find((known) => known === lower || known.replace(/e$/, '') === base || known === base)
  if (verb) return replaceVerb(text, weak, verb, keepVerb)
  const escaped = weak.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const gone = text
    .replace(new RegExp(`(?:,\\s*)?\\b(?:very |more |as |too )?${escaped}\\b(?:-(?=\\w))?\\.?(?: and (?=\\w+ ))?`, 'gi'), ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:])/g, '$1')
    .replace(/\b(an?|the|with|of|in|for|to|and|or)\s+(?=[.,;]|$)/gi, '')
    .replace(/\ba (?=[aeiou])/g, 'an ')
    .replace(/\ban (?=[^aeiouh\W])/g, 'a ')
    .replace(/(?:,|\band|\bor)\s*$/i, '')
    .trim()
  return gone.split(' ').length < 2 ? text : capital(gone)
}

function replaceVerb(text: string, weak: string, verb: string, keepVerb: boolean): string {
  const plain = weakVerbs[verb] ?? ''
  const form = /ing$/i.test(weak)
    ? plain.replace(/^(\w+?)e?( |$)/, '$1ing$2')
    : /s$/i.test(weak) && !/ss$/i.test(weak)
      ? plain.replace(/^(\w+)/, (word) => `${word}s`)
      : /ed$/i.test(weak)
        ? plain.replace(/^(\w+?)e?( |$)/, '$1ed$2')
        : plain
  // "a page for managing bookings" says no more than "a page for bookings".
  const shorter = text.replace(new RegExp(`\\bfor ${weak} `, 'i'), 'for ')
  return shorter !== text || keepVerb
    ? shorter
    : text.replace(new RegExp(`\\b${weak}\\b`, 'i'), (found) => (/^\p{Lu}/u.test(found) ? capital(form) : form))
}

const neutral: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:mongodb|postgres(?:ql)?|mysql|mariadb|sqlite|dynamodb|couchdb|neo4j|firestore|firebase|supabase|redis|memcached|bigquery|cassandra|snowflake|redshift|oracle|prisma|mongoose)$/i,
    'database',
  ],
  [/^(?:elasticsearch|opensearch|algolia|lucene)$/i, 'search index'],
  [/^(?:rabbitmq|kafka|activemq|zeromq|celery)$/i, 'message queue'],
  [/^(?:auth0|okta|keycloak|nextauth)$/i, 'sign-in service'],
  [/^(?:twilio|sendgrid|mailchimp)$/i, 'messaging service'],
  [/^stripe$/i, 'payment service'],
  [/^(?:aws|gcp|azure.*|google cloud|s3.*|ec2|vercel|netlify|heroku|cloudflare|kubernetes|k8s|docker.*|nginx|lambda.*)$/i, 'hosting'],
  [/^(?:graphql|grpc|axios|express.*|fastapi|django|flask|rails|spring.*|laravel|nestjs|nodejs|node.*)$/i, 'web service'],
]

/** The text without the name of a framework, vendor or library. */
export function withoutFramework(text: string, term: string): string {
  const word = neutral.find(([pattern]) => pattern.test(term))?.[1] ?? 'web page'
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text
    .replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])(?:\\s+${word})?`, 'giu'), word)
    .replace(/\b(an?|the) (an?|the) /gi, '$1 ')
    .replace(new RegExp(`\\b(${word}) (?:database|queue|service|component|page)s?\\b`, 'gi'), '$1')
}

/** "System shows it" → "System shows the order". */
export function withReferent(text: string, thing: string): string {
  const named = `the ${thing.toLowerCase()}`
  const first = text.replace(/^(?:it|they|this|these|those|that)\b/i, capital(named))
  return first !== text ? first : text.replace(/\b(?:it|they|them|this|these|those|that)(?=[.\s]*$)/i, named)
}
