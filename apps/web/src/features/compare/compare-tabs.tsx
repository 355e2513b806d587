'use client';

import dynamic from 'next/dynamic';
import { type ComponentType, useMemo } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { toLimitSource } from '../series/limit-source';
import { type CompareTab, compareTabs } from './compare-state';
import type { CompareTabProps } from './compare-tab-props';
import { ComparisonPanels } from './comparison-panels';
import { LiveFigures } from './live-figures';

const ScalingTab = dynamic(() => import('./scaling-tab').then(({ ScalingTab }) => ScalingTab), {
  loading: () => <Skeleton className="h-96 w-full" />,
});

const TradeOffsTab = dynamic(
  () => import('./trade-offs/trade-offs-tab').then(({ TradeOffsTab }) => TradeOffsTab),
  {
    loading: () => <Skeleton className="h-96 w-full" />,
  },
);

const ObjectivesTab = dynamic(() => import('./objectives-tab').then((part) => part.ObjectivesTab), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});
const CapacityTab = dynamic(() => import('./capacity-tab').then((part) => part.CapacityTab), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});
const BalanceTab = dynamic(() => import('./balance-tab').then(({ BalanceTab: Tab }) => Tab), {
  loading: PanelSkeleton,
});
const BreakdownTab = dynamic(() => import('./breakdown-tab').then(({ BreakdownTab: Tab }) => Tab), {
  loading: PanelSkeleton,
});

const tabs: Record<CompareTab, { label: string; Content: ComponentType<CompareTabProps> }> = {
  summary: { label: 'Summary', Content: Summary },
  scaling: { label: 'Scaling', Content: ScalingTab },
  tradeoffs: { label: 'Trade-offs', Content: TradeOffsTab },
  objectives: { label: 'Objectives', Content: ObjectivesTab },
  capacity: { label: 'Capacity', Content: CapacityTab },
  balance: { label: 'Balance', Content: BalanceTab },
  breakdown: { label: 'Breakdown', Content: BreakdownTab },
};

/** The parts of a comparison, one at a time; which one stands in the address. */
export function CompareTabs(props: CompareTabProps) {
  const { view, onChange } = props;
  return (
    <Tabs
      label="Parts of the comparison"
      value={view.tab}
      onValueChange={(value) => onChange({ tab: compareTabs.find((known) => known === value) ?? 'summary' })}
      items={compareTabs.map((value) => {
        const { label, Content } = tabs[value];
        return { value, label, content: <Content {...props} /> };
      })}
    />
  );
}

function PanelSkeleton() {
  return <Skeleton className="h-96 w-full" />;
}

function Summary({ comparison, look, experiment, view, onChange }: CompareTabProps) {
  const limitSource = useMemo(() => toLimitSource(experiment ?? undefined), [experiment]);
  return (
    <ComparisonPanels
      comparison={comparison}
      look={look}
      figures={
        <LiveFigures
          comparison={comparison}
          look={look}
          limitSource={limitSource}
          view={view}
          onChange={onChange}
        />
      }
    />
  );
}
