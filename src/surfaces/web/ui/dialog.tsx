// A dialog that traps keys while open and returns focus when closed.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function Dialog({
  title,
  onClose,
  class: name,
  children,
}: {
  title: string
  onClose(): void
  class?: string
  children: ComponentChildren
}) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    box.current?.showModal()
    return () => box.current?.close()
  }, [])
  return (
    <dialog ref={box} class={name} aria-labelledby="dialog-title" onClose={onClose}>
      <div class="row">
        <h2 id="dialog-title" class="grow">
          {title}
        </h2>
        <form method="dialog">
          <button class="icon" aria-label="Close">
            ✕
          </button>
        </form>
      </div>
      {children}
    </dialog>
  )
}
