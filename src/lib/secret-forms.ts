// The formats of issuers' credentials. Every pattern is linear: fixed beginnings, bounded runs.
import { isReference, isStandIn, looksGenerated } from './secret-values.ts'

export interface Form {
  name: string
  /** Its first group, if there is one, is the secret. */
  pattern: RegExp
  /** Occurs in every match: a text without it needn't be searched. */
  needle: string
  /** Whether it really is one; a number says where it ends. Default: anything that isn't a stand-in. */
  weigh?(value: string, at: { text: string; start: number }): boolean | number
}

const form = (name: string, needle: string, pattern: RegExp, weigh?: Form['weigh']): Form => ({
  name,
  needle,
  pattern,
  ...(weigh && { weigh }),
})

/** Rows of issuer and key format, for formats with a distinctive beginning. */
const beginnings: readonly [string, string][] = [
  ['AWS access key id', '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z2-7]{16}\\b'],
  ['AWS Bedrock key', 'ABSK[A-Za-z0-9+/]{100,200}={0,2}'],
  ['GitHub token', '(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\\b'],
  ['GitLab token', '(?:gl(?:pat|ptt|dt|rt|rtr|cbt|agent|ft|soat|imt|oas|ffct|wt)-[A-Za-z0-9_.-]{20,255}|GR1348941[A-Za-z0-9_-]{20})'],
  ['Slack token', '(?:xox[abceoprs]-[A-Za-z0-9-]{10,255}|xapp-\\d-[A-Za-z0-9-]{20,255}|xoxe\\.xox[bp]-[A-Za-z0-9-]{20,255})'],
  ['Stripe key', '(?:(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/=]{24,255})'],
  ['Google API key', 'AIza[A-Za-z0-9_-]{35}'],
  ['Google OAuth secret', 'GOCSPX-[A-Za-z0-9_-]{20,60}'],
  ['Google access token', '(?:ya29\\.[A-Za-z0-9_-]{20,500}|1//0[A-Za-z0-9_-]{30,200})'],
  ['Anthropic key', 'sk-ant-[A-Za-z0-9_-]{20,255}'],
  ['Groq key', 'gsk_[A-Za-z0-9]{40,80}'],
  ['xAI key', 'xai-[A-Za-z0-9]{60,120}'],
  ['Perplexity key', 'pplx-[A-Za-z0-9]{40,80}'],
  ['Replicate token', 'r8_[A-Za-z0-9]{36,40}\\b'],
  ['Hugging Face token', '(?:hf|api_org)_[A-Za-z0-9]{34}\\b'],
  ['LangSmith key', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['Pinecone key', 'pcsk_[A-Za-z0-9_]{50,100}'],
  ['npm token', 'npm_[A-Za-z0-9]{36}\\b'],
  ['PyPI token', 'pypi-[A-Za-z0-9_-]{50,255}'],
  ['RubyGems key', 'rubygems_[0-9a-f]{48}'],
  ['NuGet key', 'oy2[a-z0-9]{43}\\b'],
  ['crates.io token', 'cio[A-Za-z0-9]{32}\\b'],
  ['Clojars token', 'CLOJARS_[a-z0-9]{60}'],
  ['Docker Hub token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}'],
  ['JFrog key', '(?:AKCp[A-Za-z0-9]{60,80}|cmVmdGtu[A-Za-z0-9]{56})'],
  ['SendGrid key', 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{30,60}'],
  ['Mailgun key', '(?:key-(?=(?:[a-z]*\\d){4})[0-9a-z]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})\\b'],
  ['Mailchimp key', '[0-9a-f]{32}-us\\d{1,2}\\b'],
  ['Brevo key', 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['Resend key', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\\b'],
  ['Twilio key', 'SK[0-9a-f]{32}\\b'],
  ['Telegram bot token', '(?:bot)?(\\d{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])'],
  ['Discord bot token', '[MNO][A-Za-z0-9]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}'],
  ['Facebook token', 'EAA[A-Za-z0-9]{80,300}'],
  ['DigitalOcean token', 'do[opr]_v1_[0-9a-f]{64}'],
  ['Shopify token', 'shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}'],
  ['Heroku key', 'HRKU-[A-Za-z0-9_-]{36,80}'],
  ['Databricks token', 'dapi[0-9a-f]{32}(?:-\\d)?\\b'],
  ['Linear key', 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'],
  ['Notion token', '(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})\\b'],
  ['Figma token', 'fig[duo]_[A-Za-z0-9_-]{40,50}'],
  ['HubSpot token', 'pat-(?:na|eu|ap)\\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['Firebase messaging key', 'AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{130,200}'],
  ['Airtable token', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'],
  ['Atlassian token', '(?:AT[AC]TT3[A-Za-z0-9_=-]{60,300}|ATBB[A-Za-z0-9]{32}\\b)'],
  ['Doppler token', 'dp\\.(?:pt|st|sa|ct|scim|audit)\\.[A-Za-z0-9_.-]{40,80}'],
  ['Grafana token', '(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,400})'],
  ['Vault token', 'hv[sbr]\\.[A-Za-z0-9_-]{24,300}'],
  ['Terraform Cloud token', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,80}'],
  ['Pulumi token', 'pul-[0-9a-f]{40}'],
  ['New Relic key', '(?:NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32}|NRJS-[0-9a-f]{19})'],
  ['Sentry token', 'sntry[su]_[A-Za-z0-9+/=_]{40,300}'],
  ['Datadog key', 'ddapi_[0-9a-f]{40}'],
  ['Dynatrace token', 'dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['Square token', '(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,50}|EAAA[A-Za-z0-9_-]{60})'],
  ['PayPal Braintree token', 'access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[0-9a-f]{32}'],
  ['Plaid token', 'access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['PlanetScale token', 'pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.-]{32,64}'],
  ['Postman key', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['Supabase key', '(?:sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60})'],
  ['Tailscale key', 'tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{6,30}(?:CNTRL)?-[A-Za-z0-9]{20,60}'],
  ['Netlify token', 'nf[pcbu]_[A-Za-z0-9]{36,40}\\b'],
  ['Vercel token', 'vc[pkiar]_[A-Za-z0-9]{40,60}'],
  ['Fly.io token', 'fm[12][ar]?_[A-Za-z0-9+/=]{60,1000}'],
  ['Buildkite token', 'bk(?:ua|pat|ct|at)_[0-9a-f]{40}'],
  ['CircleCI token', 'CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}'],
  ['SonarQube token', 'sq[aup]_[0-9a-f]{40}'],
  ['Alibaba key id', 'LTAI[A-Za-z0-9]{16,24}\\b'],
  ['Tencent key id', 'AKID[A-Za-z0-9]{32}\\b'],
  ['1Password token', 'ops_eyJ[A-Za-z0-9_=-]{100,2000}'],
  ['age key', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'],
  ['Shippo token', 'shippo_(?:live|test)_[0-9a-f]{40}'],
  ['Typeform token', 'tfp_[A-Za-z0-9_.-]{40,60}'],
  ['Prefect key', 'pn[ub]_[A-Za-z0-9]{36}\\b'],
  ['Contentful token', 'CFPAT-[A-Za-z0-9_-]{43}'],
  ['Sourcegraph token', 'sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}'],
  ['Mapbox secret token', 'sk\\.eyJ[A-Za-z0-9_-]{20,200}\\.[A-Za-z0-9_-]{20,40}'],
  ['Adafruit key', 'aio_[A-Za-z0-9]{28}\\b'],
  ['EasyPost key', 'EZ[AT]K[A-Za-z0-9]{54}\\b'],
  ['Flutterwave key', 'FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}-X'],
  ['Azure client secret', '[A-Za-z0-9_~.-]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'],
]

/** The decoded value, if it is Base64 of plain text. */
function decoded(value: string): string | undefined {
  try {
    const plain = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
    return /^[\x20-\x7e]+$/.test(plain) ? plain : undefined
  } catch {
    return undefined
  }
}

/** `user:password`, neither of them a stand-in. */
function isLogin(value: string): boolean {
  const [, password] = /^[^:\s]{1,100}:(.{4,300})$/.exec(decoded(value) ?? '') ?? []
  return password !== undefined && !isStandIn(password) && !isStandIn(value)
}

/** In a URL or beside a user name, a value is a password unless it is the word for one. */
const isPassword = (value: string) => !isReference(value) && looksGenerated(value)

function isJwt(value: string): boolean {
  const [head = '', , signature = ''] = value.split('.')
  return /"alg"/.test(decoded(head) ?? '"alg"') && !isStandIn(signature)
}

/** The whole block, if a key follows its heading; a heading in a sentence doesn't count. */
function keyBlock(_heading: string, { text, start }: { text: string; start: number }): number | false {
  const [heading = ''] = /^-----BEGIN [A-Z ]+-----/.exec(text.slice(start, start + 60)) ?? []
  const after = start + heading.length
  const rest = text.slice(after, after + 20_000)
  if (rest.trim() === '') return after
  const body = /^(?:\s|\\[rn]|["'+,])*((?:[A-Za-z-]{4,20}: [^\n\\]{1,80}(?:\s|\\[rn])+)*)([A-Za-z0-9+/=]{16,})/.exec(rest)
  const written = (body?.[2] ?? '').replaceAll(/A+/g, 'A') // zeros of the encoding with which every OpenSSH key begins
  if (!body || written.length < 16 || isStandIn(written)) return false
  const end = /-----END [A-Z ]+-----/.exec(rest)
  return after + (end ? end.index + end[0].length : body[0].length)
}

export const forms: readonly Form[] = [
  form('private key', 'PRIVATE KEY', /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g, keyBlock),
  ...beginnings.map(([name, source]) =>
    form(name, /^(?:\w|-)+(?![*+?{\w-])/.exec(source)?.[0] ?? '', new RegExp(`(?<![A-Za-z0-9_])${source}`, 'g')),
  ),
  form('OpenAI key', 'sk-', /(?<![A-Za-z0-9_])sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|lf-)?[A-Za-z0-9_-]{20,255}/g, looksGenerated),
  form(
    'Slack webhook',
    'hooks.slack.com',
    /https:\\?\/\\?\/hooks\.slack\.com\\?\/(?:services|workflows|triggers)\\?\/[A-Za-z0-9/\\]{20,130}/g,
  ),
  form(
    'Discord webhook',
    'webhooks',
    /https:\\?\/\\?\/(?:\w+\.)?discord(?:app)?\.com\\?\/api\\?\/(?:v\d+\\?\/)?webhooks\\?\/\d{15,22}\\?\/[A-Za-z0-9_-]{40,100}/g,
  ),
  form('Teams webhook', 'webhookb2', /https:\/\/[\w-]+\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,300}/g),
  form('Azure account key', '', /\b(?:AccountKey|SharedAccessKey|SharedSecret)=([A-Za-z0-9+/]{40,90}={0,2})/g),
  form('Azure access signature', 'sig=', /[?&;]sig=([A-Za-z0-9%+/]{40,90}(?:%3[Dd]|=)?)/g),
  form('JSON web token', 'eyJ', /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g, isJwt),
  form('Basic credentials', 'asic', /\b[Bb]asic[ \t]+([A-Za-z0-9+/_-]{8,500}={0,2})/g, isLogin),
  form('registry credentials', '"auth"', /"auth"\s{0,4}:\s{0,4}"([A-Za-z0-9+/]{8,2000}={0,2})"/g, isLogin),
  form('Bearer token', 'Bearer', /\bBearer[ \t]+([A-Za-z0-9._~+/=-]{16,2000})/g, isPassword),
  form(
    'password in an address',
    '://',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`<>]{0,100}:([^\s:/@'"`<>\\]{3,200})@[A-Za-z0-9[]/gi,
    isPassword,
  ),
  form('password of curl', 'curl', /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ \t=]{1,4}["']?[^\s:"'$]{1,100}:([^\s"']{4,200})/g, isPassword),
  form(
    'password of a database client',
    ' -p',
    /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,200}?\s-p(?!-)["']?([^\s"']{4,200})/g,
    isPassword,
  ),
  form('Twilio auth token', 'AC', /\bAC[0-9a-f]{32}\b["']?\s{0,4}[,:]\s{0,9}["']?[0-9a-f]{32}\b/g),
  form('password of sshpass', 'sshpass', /\bsshpass[ \t]+-p[ \t]*["']?([^\s"']{4,200})/g, isPassword),
  form('password in netrc', 'machine', /\bmachine\s+\S{1,200}\s+login\s+\S{1,200}\s+password\s+(\S{4,200})/g, isPassword),
  form('password in pgpass', ':', /^[\w.*-]{1,200}:(?:\d{4,5}|\*):[\w*-]{1,100}:[\w*-]{1,100}:([^\s:]{4,200})$/gm, isPassword),
  form(
    'defined secret',
    'define',
    /\bdefine\(\s{0,4}['"]\w{0,40}(?:PASSWORD|KEY|SALT|SECRET|TOKEN)\w{0,20}['"]\s{0,4},\s{0,4}['"]([^'"\n]{4,200})['"]/g,
    isPassword,
  ),
  form('Laravel key', 'APP_KEY', /\bAPP_KEY\s{0,4}=\s{0,4}["']?(base64:[A-Za-z0-9+/]{43}=)/g),
  form('Okta token', 'SSWS', /\bSSWS[ \t]+([A-Za-z0-9_-]{30,60})/g, isPassword),
]
