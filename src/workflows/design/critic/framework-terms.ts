// Names of frameworks, libraries, platforms and languages, and idioms that only make sense inside one.

/** Mean nothing else in English. Compared in lower case, word by word. */
export const plainTerms = words(`
  reactjs react-native angularjs vuejs nuxt nuxtjs nextjs nestjs expressjs nodejs deno jquery jsx tsx redux-toolkit vuex pinia mobx zustand rxjs ngrx preact solidjs mithril aurelia
  sveltekit htmx hotwire livewire webpack esbuild eslint vitest nextauth react-window react-router react-query styled-components
  tailwindcss scss bulma vuetify primeng chakra mui shadcn material-ui highcharts lodash axios formik joi zod
  laravel symfony codeigniter fastapi activerecord thymeleaf freemarker jinja mybatis jpa jdbc blazor dotnet wpf winforms typeorm sequelize knex
  swiftui uikit appkit kotlin recyclerview uiviewcontroller flatlist viewmodel xamarin tauri phonegap
  mongodb postgresql postgres mysql mariadb sqlite dynamodb couchdb neo4j elasticsearch opensearch algolia firebase firestore supabase redis memcached rabbitmq activemq zeromq graphql grpc
  vercel netlify heroku cloudflare kubernetes k8s terraform ansible nginx openshift podman vagrantfile hadoop bigquery aws gcp ec2
  auth0 okta keycloak twilio sendgrid mailchimp datadog splunk grafana circleci workbox
  wordpress drupal shopify magento contentful strapi joomla
  typescript javascript golang php clojure haskell erlang
  usestate useeffect usereducer usememo usecallback usecontext useref getserversideprops getstaticprops setstate componentdidmount forwardref createcontext
  ngmodel ngif ngfor ngclass switchmap mixin mixins unmount unmounts unmounted re-render re-renders
`)

/** Several words that together can only be one thing. */
export const phraseTerms: readonly string[] =
  `react native|react router|react query|react hook|spring boot|ruby on rails|material ui|material design|font awesome|framer motion|ag grid|ant design|chakra ui
|google cloud|azure blob|azure functions|docker compose|docker container|docker image|tailwind css|redux toolkit|jetpack compose|jquery ui|entity framework|asp net|objective c|s3 bucket|lambda function
|higher order component|props drilling|prop drilling|render prop|render props|context provider|custom hook|lifecycle hook|lifecycle hooks|virtual dom|two way binding|composition api|options api
|redux store|app router|server actions|dependency injection|scoped slot|web component built|controlled component|dispatches an action|dispatch an action|row level security|vue js|next js|node js|express js`
    .replaceAll('\n', '')
    .split('|')

/** Everyday words that are also names: a capital inside a sentence gives the name away. */
export const wordTerms = words(`
  react angular svelte ember backbone express flask rails spring bootstrap tailwind docker lambda electron flutter meteor lit alpine celery cypress jest
  mocha sentry knockout polymer stencil handlebars mustache pug twig velocity hibernate mongoose drizzle snowflake redshift airflow spark helm recoil sass storybook puppeteer
  selenium playwright stimulus sanity quasar ionic capacitor tornado pyramid elixir redux vite remix rollup tomcat cassandra amplify jetpack azure
`)

/** Names of people and places, or words that interfaces print with a capital: these need more than the capital. */
export const nameTerms = words(
  'swift rust python ruby dart vue java kafka django gatsby jenkins prisma apollo phoenix oracle sinatra scala babel prometheus maui cordova apache next go node stripe relay compose lucene d3 s3 yup turbo astro struts swing',
)

/** What follows a name only where the technology is meant, whatever the case. */
export const companions: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    react: 'state context page view form tree portal fragment element elements dom',
    'vue svelte ember backbone': 'page template store router route instance directive model view collection',
    angular: 'service router template pipe controller module application material',
    django: 'model models view views template form admin orm',
    rails: 'view model controller helper partial engine server',
    spring: 'bean beans controller repository security mvc cloud',
    express: 'server router handler',
    flask: 'route blueprint endpoint server',
    'python ruby java kotlin scala': 'script scripts service program class function backend server package',
    'go rust swift dart': 'code module package routine binary program',
    bootstrap: 'modal grid theme class classes button buttons card cards navbar column columns layout',
    tailwind: 'class classes css utility utilities flex',
    flutter: 'screen widget widgets',
    node: 'server process runtime',
    stripe: 'checkout webhook payments elements',
    docker: 'image images container containers compose swarm host',
    lambda: 'function handler',
    kafka: 'topic topics queue consumer producer stream broker cluster',
    redux: 'store action actions reducer slice state toolkit saga thunk',
    prisma: 'client schema model',
    apollo: 'client server cache',
    jenkins: 'pipeline job',
    next: 'js',
  }).flatMap(([names, nouns]) => names.split(' ').map((name) => [name, words(nouns)])),
)

/** What stands before or behind a name in its everyday sense. */
export const everydaySenses: Record<string, { before?: RegExp; behind?: RegExp }> = {
  react: { behind: /^(?:to|with|when|if|quickly|slowly|strongly|badly|well|by|on|only|at|differently|immediately)$/ },
  spring: {
    before: /^(?:in|this|next|last|each|every|early|late|metal|hot|of|until|since|coil|a|by)$/,
    behind:
      /^(?:sale|sales|season|collection|term|semester|cleaning|menu|flowers|water|break|holiday|holidays|campaign|catalogue|offer|offers|festival|fair|market|and|onion|onions|is|to|tide|line)$/,
  },
  express: {
    behind:
      /^(?:delivery|shipping|checkout|train|trains|lane|bus|interest|opinion|opinions|their|an|his|her|mail|parcel|post|line|option|pain|consent|permission|check-out|concern|concerns|counter|service|order|orders)$/,
  },
  go: {
    before:
      /^(?:to|can|may|ready|must|not|will|should|shall|they|we|you|i|let|press|presses|tap|taps|click|clicks|and|members|users|guests|visitors|never|please)$/,
    behind:
      /^(?:to|back|on|through|up|down|out|in|into|straight|home|ahead|for|from|online|away|by|over|past|live|dog|button|without|left|right|wrong|further)$/,
  },
  swift: { before: /^(?:taylor|jonathan|a)$/, behind: /^(?:reply|answer|response|action|return|decision|nest|and)$/ },
  flask: { behind: /^(?:of|is|with|holds)$/ },
  rails: { before: /^(?:hand|curtain|guard|train|tram|railway|on|the|towel|roof)$/, behind: /^(?:of|are|is|for|laid)$/ },
  next: {
    behind:
      /^(?:page|step|visitor|appointment|clause|to|week|month|year|day|button|item|result|results|question|one|lesson|available|free|slot|stop|level|turn|in|is|time|patient|customer|guest|entry|link|player|meeting|delivery|departure|payment)$/,
  },
  java: { before: /^(?:to|of|from|visit|visits|cup|island|central|west|east)$/, behind: /^(?:and|or|coffee|beans|island|sea|trench)$/ },
  python: { behind: /^(?:in|is|on|eats|snake|skin)$/, before: /^(?:burmese|ball|reticulated)$/ },
  kafka: { before: /^(?:franz|by|author|writer|novelist|mr)$/, behind: /^(?:novel|novels|museum|is)$/ },
  django: { behind: /^(?:reinhardt|for|plays|unchained)$/ },
  gatsby: { before: /^great$/ },
  vue: { before: /^(?:de|la|une|en|belle|à|sa|ma)$/, behind: /^(?:d'ensemble|d|d’ensemble|sur|de|du|panoramique|mer|sur)$/ },
  vite: { before: /^(?:venez|très|trop|plus|word|aussi|va|vas|viens|au)$/ },
  stripe: { before: /^(?:magnetic|red|white|blue|black|yellow|wide|thin)$/, behind: /^(?:pattern|patterns|on|and|or|of|width|colour)$/ },
  bootstrap: { behind: /^(?:a|an|the|their|its|from|with)$/ },
  tailwind: { before: /^(?:a|the|strong|light)$/, behind: /^(?:in|of|on|speed)$/ },
  node: { before: /^(?:each|tree|parent|child|root|a|the|leaf)$/ },
  redux: { before: /^(?:romeo|now|apocalypse)$/, behind: /^(?:cut|edition|version)$/ },
  azure: { behind: /^(?:blue|sky|sea|coast|colour|water)$/ },
  apollo: { behind: /^(?:mission|missions|moon|landing|theatre|temple|\d+)$/, before: /^(?:god|temple)$/ },
  apache: { behind: /^(?:people|tribe|helicopter|nation)$/ },
}

/** Idioms of code that no sentence of a design needs. */
export const idiomPatterns: readonly RegExp[] = [
  /\buse[A-Z]\w{1,40}/g, // hooks
  /(?<![\w-])v-(?:if|for|model|show|bind|on|else|html|slot)\b/g,
  /(?<!\w)\*?ng(?:[A-Z]\w{1,40}|-(?:repeat|if|show|model|click|class|bind|app)\b)/g,
  /\bon[A-Z]\w{1,40}=\{/g,
  /(?<!\w)@(?:Input|Output|Injectable|Component|Autowired|Controller|RestController|Entity|NgModule|ViewChild|click|submit|change)\b/g,
  /\b(?:React|Vue|Angular|this)\.[A-Za-z]\w{1,40}/g,
  /\b[A-Za-z]\w{0,30}\.(?:js|io)\b/g,
  /(?<![\w-])(?:[pm][xytblr]?|gap|space-[xy]|[wh])-(?:\d{1,2}|auto|full)(?![\w-])/g, // utility classes
  /(?<![\w-])(?:bg|text|border)-(?:gray|red|blue|green|white|black|slate|indigo|yellow|primary)(?:-\d{2,3})?(?![\w-])/g,
  /(?<![\w-])col-(?:sm|md|lg|xl)-\d{1,2}(?![\w-])/g,
  /<\/?[A-Z]\w{1,40}\s*\/?>/g, // tags
]

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
