import { buildTradeOff } from '@proofload/charts';
import type { Comparison, TradeOff } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { type GroupLook, shortLabels } from '../group-look';

export interface TradeOffFigureProps {
  id: string;
  tradeOff: TradeOff;
  comparison: Pick<Comparison, 'baseline' | 'groups'>;
  look: GroupLook;
}

/** Groups over two measurements with their front, and in words who is on it. */
export function TradeOffFigure({ id, tradeOff, comparison, look }: TradeOffFigureProps) {
  const model = useMemo(() => {
    const { baseline } = comparison;
    return buildTradeOff({ tradeOff, baseline, ...look, marks: shortLabels(comparison, look) });
  }, [tradeOff, comparison, look]);
  return (
    <>
      <p className="max-w-prose font-medium wrap-anywhere" data-testid="trade-off" role="status">
        {tradeOff.finding}
      </p>
      <Chart id={id} model={model} empty="No group has both" />
    </>
  );
}
