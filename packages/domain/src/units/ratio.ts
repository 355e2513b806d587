/** Shares; factors to a plain fraction. */
export const ratioUnits: Readonly<Record<string, number>> = {
  ratio: 1,
  '%': 0.01,
  percent: 0.01,
  '‰': 0.001,
};
