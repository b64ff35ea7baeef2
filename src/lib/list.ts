// The words of a text as a list, for long tables of names.

export const list = (text: string): readonly string[] => text.trim().split(/\s+/)
