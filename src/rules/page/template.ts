// Rules for a web page: what must hold for any page, and what good ones do besides. A browser decides all of them.
import { rule } from '../template.ts'
import type { Template } from '../template.ts'

export const page: Template = {
  name: 'page',
  title: 'Web page',
  thresholds: { A: 8000, B: 9000 },
  rules: [
    rule('a.mobile.overflow', 'fail', 'It fits a screen of 375 px and is readable there', { kind: 'page.overflow' }),
    rule('a.works.actions', 'fail', 'Every link leads somewhere, every button and form does something', { kind: 'page.actions' }),
    rule('a.accessible.wcag', 'fail', 'No violation of WCAG A or AA', { kind: 'page.axe' }),
    rule('a.accessible.score', 'fail', 'The accessibility score is at least 80', { kind: 'page.accessibility-score' }),
    rule('a.accessible.contrast', 'fail', 'Text stands out from its background', { kind: 'page.contrast' }),
    rule('a.accessible.alt', 'fail', 'Images have alternative texts', { kind: 'page.alt' }),
    rule('a.look.slop', 'fail', 'No violet gradient with white cards', { kind: 'page.slop', fingerprints: ['gradient-white-cards'] }),
    rule('a.works.console', 'warn', 'It loads without an error', { kind: 'page.console' }),
    rule('b.mobile.breakpoints', 'warn', 'It fits windows between a phone and a desktop', { kind: 'page.breakpoints' }),
    rule('b.mobile.touch-targets', 'warn', 'Targets are large enough to touch', { kind: 'page.touch-targets' }),
    rule('b.mobile.text-size', 'warn', "Text on a phone isn't too small", { kind: 'page.text-size' }),
    rule('b.copy.wording', 'warn', 'No worn-out wording', { kind: 'page.wording' }),
    rule('b.look.primary-cta', 'warn', 'One primary call to action', { kind: 'page.primary-cta' }),
    rule('b.look.tokens', 'warn', 'It keeps to the custom properties it defines', { kind: 'page.tokens' }),
    rule('b.look.generic', 'info', "It doesn't look like every other page", {
      kind: 'page.slop',
      fingerprints: [
        'violet-gradient',
        'gradient-text',
        'stock-icons',
        'centred-everything',
        'identical-cards',
        'generic-fonts',
        'glass',
        'emoji-headings',
      ],
    }),
  ],
  settings: [],
}
