/** Finds what PostgreSQL cannot hold in a text: NUL, and half of a character that takes two. */
export const unstorable = /\0|\p{Surrogate}/u;

/** The beginning of a text that somebody sent, where all of it would be too much to say. */
export const cutText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
