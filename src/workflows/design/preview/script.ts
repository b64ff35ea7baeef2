// The page's only script: arrow keys walk a flow, the page stays still meanwhile, and the current step is announced to assistive technology.

/** Everything works without it; its hash is in the page's content security policy. */
export const script = `
(() => {
  const mark = () => {
    for (const old of document.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current')
    const at = location.hash.slice(1)
    if (at) for (const link of document.querySelectorAll('a.go[href="#' + CSS.escape(at) + '"]')) link.setAttribute('aria-current', 'step')
  }
  const walk = (link) => {
    const flow = link.closest('.walk')
    const wide = matchMedia('(min-width: 56rem)').matches
    const y = scrollY
    location.hash = link.getAttribute('href')
    if (wide && flow.getBoundingClientRect().top < innerHeight) scrollTo(0, y)
    document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true })
  }
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.walk a[href*="-step-"]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    walk(link)
  })
  document.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key]
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const flow = document.activeElement?.closest('.walk')
    const screen = flow && [...flow.querySelectorAll('.screen')].find((each) => each.offsetParent !== null)
    const link = screen?.querySelector('.pager a[rel="' + to + '"]')
    if (!link) return
    event.preventDefault()
    walk(link)
  })
  addEventListener('hashchange', mark)
  mark()
})()
`
