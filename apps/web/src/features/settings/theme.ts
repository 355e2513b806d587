export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Cookie that keeps the choice, so that the server sends the first paint in the right colours. */
export const themeCookie = 'proofload_theme';

export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
