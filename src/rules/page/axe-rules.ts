// Which accessibility rules run, and each one's weight in the score: those of Lighthouse's audits, by axe's rule ids.

/** WCAG 2.0 to 2.2, levels A and AA. */
export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Audits that Lighthouse scores, by weight; purely informative ones are left out. */
const weights: readonly [weight: number, rules: string][] = [
  [
    10,
    `aria-allowed-attr aria-hidden-body aria-required-attr aria-required-children aria-required-parent aria-roles aria-valid-attr-value aria-valid-attr button-name image-alt input-button-name input-image-alt label meta-refresh meta-viewport select-name`,
  ],
  [
    7,
    `accesskeys aria-command-name aria-conditional-attr aria-dialog-name aria-hidden-focus aria-input-field-name aria-meter-name aria-progressbar-name aria-prohibited-attr aria-text aria-toggle-field-name aria-tooltip-name aria-treeitem-name color-contrast definition-list dlitem document-title frame-title html-has-lang html-lang-valid link-in-text-block link-name list listitem object-alt tabindex target-size td-headers-attr valid-lang`,
  ],
  [3, `heading-order html-xml-lang-mismatch landmark-one-main skip-link`],
  [1, `aria-deprecated-role autocomplete-valid presentation-role-conflict svg-img-alt`],
]

export const scoredRules: Readonly<Record<string, number>> = Object.fromEntries(
  weights.flatMap(([weight, rules]) => rules.split(/\s+/).map((rule) => [rule, weight])),
)
