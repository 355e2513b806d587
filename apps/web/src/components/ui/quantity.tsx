import { formatQuantity } from '@proofload/domain';

/** A number with its unit, three digits; all digits on hover, and no break inside. */
export function Quantity({ value, unit }: { value: number | null; unit: string | null }) {
  if (value === null) return <span className="text-muted italic">no data</span>;
  return (
    <data value={value} title={`${value}${unit ? ` ${unit}` : ''}`} className="tabular whitespace-nowrap">
      {formatQuantity(value, unit)}
    </data>
  );
}
