/** Who may read a report, in words. */
export const visibilities = [
  {
    value: 'link',
    label: 'Anyone with the link',
    explanation: 'Anyone who has this link can read the report, without signing in, until you revoke it.',
  },
  {
    value: 'private',
    label: 'Members of this project',
    explanation: 'Only members of this project can read the report. Share it by link in Reports.',
  },
] as const;
