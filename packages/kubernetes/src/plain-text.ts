/** A piece of what a server said, as it may stand in a sentence: short, and without NUL and halves of characters. */
export function plainText(text: string, maxLength = 1000): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return cut.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
