import type { RunList } from '@proofload/contracts';

/** How many runs a list has: `10000+` where they were not counted further. */
export const countText = ({ total, totalIsExact }: Pick<RunList, 'total' | 'totalIsExact'>): string =>
  `${total}${totalIsExact ? '' : '+'}`;
