'use client';

import type { Balance, EntitiesOverTime } from '@proofload/contracts';
import { useState } from 'react';
import { FrozenHeat } from './balance-heat';
import type { CompareState } from './compare-state';
import type { CompareTabProps } from './compare-tab-props';
import { ReportedBalance } from './reported-balance';
import { SampledBalance } from './sampled-balance';

/** A balance that was worked out before, without anything that asks for more. */
export function FrozenBalance({
  balance: { samples, reported },
  entities,
  ...props
}: Pick<CompareTabProps, 'comparison' | 'look'> & {
  balance: Balance;
  entities: readonly EntitiesOverTime[];
}) {
  const [view, setView] = useState<Pick<CompareState, 'pair'>>({ pair: null });
  return (
    <div className="space-y-6">
      {reported.map((one) => (
        <ReportedBalance key={one.name} reported={one} {...props} />
      ))}
      {samples && (
        <SampledBalance
          {...props}
          samples={samples}
          view={view}
          onChange={setView}
          heat={<FrozenHeat entities={entities} samples={samples} comparison={props.comparison} />}
        />
      )}
    </div>
  );
}
