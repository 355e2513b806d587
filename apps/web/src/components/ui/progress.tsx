import { Progress as Radix } from 'radix-ui';

/** How far something is, in words for those who do not see the bar. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  const share = max === 0 ? 0 : value / max;
  return (
    <Radix.Root
      value={value}
      max={Math.max(1, max)}
      getValueLabel={() => label}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-raised"
    >
      <Radix.Indicator
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${share * 100}%` }}
      />
    </Radix.Root>
  );
}
