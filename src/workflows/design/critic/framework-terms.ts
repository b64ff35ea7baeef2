// Names of frameworks, libraries, platforms and languages, and idioms that only make sense inside one.

/** Mean nothing else in English. Compared in lower case, word by word. */
export const plainTerms = words(`
  reactjs react-native angularjs vuejs nuxt nuxtjs nextjs nestjs expressjs nodejs deno jquery jsx tsx redux-toolkit vuex pinia mobx zustand rxjs ngrx preact solidjs mithril aurelia
  sveltekit htmx hotwire livewire webpack esbuild eslint vitest nextauth react-window react-router react-query styled-components
  tailwindcss scss bulma vuetify primeng chakra mui shadcn highcharts lodash axios formik joi zod
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
export const phraseTerms: readonly string[] = `react native|react router|react query|react hook|spring boot|ruby on rails|material ui|material design|font awesome|framer motion|ag grid|ant design|chakra ui
|google cloud|azure blob|azure functions|docker compose|docker container|docker image|tailwind css|redux toolkit|jetpack compose|jquery ui|entity framework|asp net|objective c|s3 bucket|lambda function
|higher order component|props drilling|prop drilling|render prop|render props|context provider|custom hook|lifecycle hook|lifecycle hooks|virtual dom|two way binding|composition api|options api
|redux store|app router|server actions|dependency injection|scoped slot|web component built|controlled component|dispatches an action|dispatch an action|row level security|vue js|next js|node js|express js`
  .replaceAll('\n', '')
  .split('|')

/** Everyday words that are also names: a capital inside a sentence gives the name away. */
export const wordTerms = words(`
  react angular svelte ember backbone express flask rails spring swift rust python ruby bootstrap tailwind docker lambda electron flutter meteor lit alpine celery cypress jest
  mocha sentry knockout polymer stencil handlebars mustache pug twig velocity hibernate mongoose drizzle snowflake redshift airflow spark helm recoil sass storybook puppeteer
  selenium playwright stimulus sanity quasar ionic capacitor tornado pyramid dart elixir redux vite remix rollup tomcat cassandra amplify jetpack azure
`)

/** Names of people and places, or words that interfaces print with a capital: these need more than the capital. */
export const nameTerms = words('vue java kafka django gatsby jenkins prisma apollo phoenix oracle sinatra scala babel prometheus maui cordova apache next go node stripe relay compose lucene d3 s3 yup turbo astro struts swing')

/** Idioms of code that no sentence of a design needs. */
export const idiomPatterns: readonly RegExp[] = [
  /\buse[A-Z]\w{1,40}/g, // hooks
  /(?<![\w-])v-(?:if|for|model|show|bind|on|else|html|slot)\b/g,
  /(?<!\w)\*?ng[A-Z]\w{1,40}/g,
  /\bon[A-Z]\w{1,40}=\{/g,
  /(?<!\w)@(?:Input|Output|Injectable|Component|Autowired|Controller|RestController|Entity|NgModule|ViewChild|click|submit|change)\b/g,
  /\b(?:React|Vue|Angular|this)\.[a-z]\w{1,40}/g,
  /\b[A-Za-z]\w{0,30}\.js\b/g,
  /(?<![\w-])(?:[pm][xytblr]?|gap|space-[xy]|[wh])-(?:\d{1,2}|auto|full)(?![\w-])/g, // utility classes
  /(?<![\w-])(?:bg|text|border)-(?:gray|red|blue|green|white|black|slate|indigo|yellow|primary)(?:-\d{2,3})?(?![\w-])/g,
  /(?<![\w-])col-(?:sm|md|lg|xl)-\d{1,2}(?![\w-])/g,
  /<\/?[A-Z]\w{1,40}\s*\/?>/g, // tags
]

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
