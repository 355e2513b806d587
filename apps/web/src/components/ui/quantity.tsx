'use client';

import { formatQuantity } from '@proofload/domain';
import type { ClipboardEvent } from 'react';

/** A number with its unit, three digits; all digits on hover, no break inside, and the plain number when copied. */
export function Quantity({ value, unit }: { value: number | null; unit: string | null }) {
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
      {formatQuantity(value, unit)}
    </data>
  );
}
