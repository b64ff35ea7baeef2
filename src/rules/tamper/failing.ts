// Code that makes a test fail by itself: a throw, or a call that the runner counts as a failure.
import { type Node, walk } from '../reading/syntax.ts'
import { callOf, isFunction } from './calls.ts'

export function fails(node: Node | null): boolean {
  if (!node) return false
  for (const one of walk(node, (inner) => !isFunction(inner))) {
    if (/^(?:throw_statement|raise_statement)$/.test(one.type)) return true
    const call = callOf(one)
    if (
      call ? isFailure(call.name, call.on !== null) : one.kind === 'word' && one.type === 'identifier' && /^(?:raise|flunk)$/.test(one.text)
    )
      return true
  }
  return false
}

function isFailure(name: string, onSomething: boolean): boolean {
  return (
    /^(?:fail|flunk|panic|raise|unreachable|Fail|FailNow|Failf)$/.test(name) ||
    (onSomething && /^(?:Error|Errorf|Fatal|Fatalf|fatal)$/.test(name))
  )
}
