// Whether a JSON Schema is strict, as some makers demand for structured output: every member required, no others allowed.
import type { Json } from '../schema/event.ts'

export function isStrict(schema: Json | undefined): boolean {
  if (schema === undefined) return false
  if (Array.isArray(schema)) return schema.every((item) => isStrict(item))
  if (schema === null || typeof schema !== 'object') return true
  const { properties, required, additionalProperties } = schema
  if (schema['type'] === 'object' || properties !== undefined) {
    if (additionalProperties !== false || !Array.isArray(required) || properties === null || typeof properties !== 'object') return false
    if (Object.keys(properties).some((name) => !required.includes(name))) return false
  }
  return Object.values(schema).every((value) => isStrict(value))
}
