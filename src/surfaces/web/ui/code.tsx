// Code with syntax colours, line by line; the grammars are loaded with the first piece of code.
import { useEffect, useState } from 'preact/hooks'

type Piece = { text: string; kind: string }
type Highlight = (text: string, language: string) => Piece[]

let known: Highlight | null = null
const longest = 200_000

/** The tokens of each line; plain until the grammars are loaded. */
export function useLines(text: string, language: string): Piece[][] {
  const [highlight, set] = useState<Highlight | null>(() => known)
  useEffect(() => {
    if (!known) void import('./grammars.ts').then(({ highlight: read }) => set(() => (known = read)))
  }, [])
  return lines(highlight && text.length <= longest ? highlight(text, language) : [{ text, kind: '' }])
}

export function Highlighted({ text, language }: { text: string; language: string }) {
  const all = useLines(text, language)
  return (
    <code>
      {all.map((line, index) => (
        <>
          {index > 0 && '\n'}
          <Line pieces={line} />
        </>
      ))}
    </code>
  )
}

export const Line = ({ pieces }: { pieces: readonly Piece[] }) => (
  <>
    {pieces.map(({ text, kind }, index) =>
      kind ? (
        <span key={index} class={`hl-${kind}`}>
          {text}
        </span>
      ) : (
        text
      ),
    )}
  </>
)

function lines(pieces: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [[]]
  for (const { text, kind } of pieces)
    text.split('\n').forEach((part, index) => {
      if (index > 0) found.push([])
      if (part) found.at(-1)?.push({ text: part, kind })
    })
  if (found.length > 1 && found.at(-1)?.length === 0) found.pop() // the final line feed starts no new line
  return found
}
