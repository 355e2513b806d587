'use client';

import { type Amount, formatAmount, formatQuantity, formatScaled, type Scale } from '@proofload/domain';
import type { ClipboardEvent } from 'react';

export interface QuantityProps {
  value: number | null;
  unit: string | null;
  /** What is known of a value that is not known exactly. */
  amount?: Amount | undefined;
  /** Leaves the unit to the head of the column, which says it. */
  scale?: Scale | undefined;
}

/** A number with its unit, three digits; all digits on hover, no break inside, and the plain number when copied. */
export function Quantity({ value, unit, amount, scale }: QuantityProps) {
  if (value === null && amount)
    return <span className="tabular whitespace-nowrap">{formatAmount(amount, unit)}</span>;
  if (value === null) return <span className="text-muted italic">no data</span>;
  const copyPlain = (event: ClipboardEvent<HTMLElement>): void => {
    const selection = document.getSelection();
    const own = event.currentTarget;
    if (!own.contains(selection?.anchorNode ?? null) || !own.contains(selection?.focusNode ?? null)) return;
    event.clipboardData.setData('text/plain', String(value));
    event.preventDefault();
  };
  return (
    <data
      value={value}
      title={`${value}${unit ? ` ${unit}` : ''}`}
      className="tabular whitespace-nowrap"
      onCopy={copyPlain}
    >
      {scale ? formatScaled(value, scale) : formatQuantity(value, unit)}
    </data>
  );
}
