/**
 * A piece of what somebody sent, as it may stand in a sentence: short, and without NUL and halves of characters,
 * which PostgreSQL cannot hold.
 */
export function plainText(text: string, maxLength = 200): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return cut.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
