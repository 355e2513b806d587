import { buildTradeOff } from '@proofload/charts';
import type { TradeOff } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import type { GroupLook } from '../group-look';

export interface TradeOffFigureProps {
  id: string;
  tradeOff: TradeOff;
  baseline: string | null;
  look: GroupLook;
}

/** Groups over two measurements with their front, and in words who is on it. */
export function TradeOffFigure({ id, tradeOff, baseline, look }: TradeOffFigureProps) {
  const model = useMemo(() => buildTradeOff({ tradeOff, baseline, ...look }), [tradeOff, baseline, look]);
  return (
    <>
      <p className="max-w-prose font-medium wrap-anywhere" data-testid="trade-off" role="status">
        {tradeOff.finding}
      </p>
      <Chart id={id} model={model} empty="No group has both" />
    </>
  );
}
