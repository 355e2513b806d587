'use client';

import { buildDumbbell, buildRankedBars } from '@proofload/charts';
import type { Balance } from '@proofload/contracts';
import { type Amount, formatAmount, formatAmountRatio } from '@proofload/domain';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { StyleMark } from '@/components/chart/style-mark';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CompareTabProps } from './compare-tab-props';
import { shortLabels } from './group-look';

type Reported = Balance['reported'][number];

/** From the entity with the least to the one with the most, as they were reported, group by group. */
export function ReportedBalance({
  reported,
  look,
  comparison,
}: Pick<CompareTabProps, 'look' | 'comparison'> & { reported: Reported }) {
  const { name, entity, unit, groups } = reported;
  const figures = useMemo(
    () => drawReported(reported, look, shortLabels(comparison, look)),
    [reported, comparison, look],
  );
  return (
    <Panel
      id={`balance-of-${name}`}
      title={`Balance of ${name} over ${entity}s, as reported`}
      description={`These figures come from measurements of the runs: of the single ${entity}s nothing more is known.`}
    >
      <PanelBody className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Chart
          id={`range-${name}`}
          model={figures.ranges}
          empty="Only ranges and bounds are known; see below"
        />
        {figures.ends.isEmpty ? (
          <p className="self-center text-muted">
            Of no treatment both the {entity} with the least and the one with the most were reported.
          </p>
        ) : (
          <Chart id={`ends-${name}`} model={figures.ends} />
        )}
      </PanelBody>
      <Table label={`Balance of ${name}`}>
        <thead>
          <tr>
            <HeadCell>Treatment</HeadCell>
            <HeadCell numeric>n</HeadCell>
            <HeadCell numeric>Least</HeadCell>
            <HeadCell numeric>Greatest</HeadCell>
            <HeadCell numeric>Range</HeadCell>
            <HeadCell numeric>Ratio</HeadCell>
            <HeadCell>How it comes about</HeadCell>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, n, least, greatest, range, ratio, sentence }) => {
            const style = look.styles.get(group);
            return (
              <Row key={group}>
                <Cell className="whitespace-nowrap">
                  <span className="inline-flex items-center gap-1.5">
                    {style && <StyleMark style={style} />}
                    {look.labels.get(group) ?? group}
                  </span>
                </Cell>
                <Cell numeric>{n}</Cell>
                <Cell numeric>{sayEnd(least, unit)}</Cell>
                <Cell numeric>{sayEnd(greatest, unit)}</Cell>
                <Cell numeric>{sayEnd(range, unit)}</Cell>
                <Cell numeric>
                  {group === comparison.baseline ? 'baseline' : ratio ? formatAmountRatio(ratio) : '–'}
                </Cell>
                <Cell className="min-w-56 text-muted">{sentence}</Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Panel>
  );
}

function drawReported(
  { name, entity, unit, groups }: Reported,
  { styles }: CompareTabProps['look'],
  labels: ReadonlyMap<string, string>,
) {
  const drawn = groups.flatMap((one) => {
    const style = styles.get(one.group);
    return style ? [{ ...one, style, label: labels.get(one.group) ?? one.group }] : [];
  });
  const whole = drawn.filter(({ least, greatest }) => least && greatest);
  return {
    ranges: buildRankedBars({
      title: `${name}: range over ${entity}s`,
      valueName: `range of ${name}`,
      unit,
      parts: drawn.map(({ label, style, range, n }) => ({
        label,
        bars: [
          {
            ...{ group: label, style, value: exactOf(range), min: null, max: null, share: null, n },
            said: range ? `${formatAmount(range, unit)}, n=${n}` : 'not reported',
          },
        ],
      })),
    }),
    ends: buildDumbbell({
      title: `${name}: from the ${entity} with the least to the one with the most`,
      valueName: name,
      unit,
      endNames: ['Least', 'Greatest'],
      rows: whole.map(({ label, style, least, greatest, range }) => ({
        label,
        ends: [
          { name: 'least', value: exactOf(least), style, isHollow: true },
          { name: 'greatest', value: exactOf(greatest), style, isHollow: false },
        ],
        said: `range ${formatAmount(range, unit)}`,
      })),
      notes: [
        `Outlined: the ${entity} with the least; filled: the one with the most.`,
        ...(whole.length < drawn.length
          ? [`Of ${drawn.length - whole.length} treatments only the range was reported.`]
          : []),
      ],
    }),
  };
}

const exactOf = (amount: Amount | null): number | null => (amount?.kind === 'exact' ? amount.value : null);

function sayEnd(amount: Amount | null, unit: string | null) {
  if (amount === null) return <span className="text-muted italic">not reported</span>;
  return <span className="tabular">{formatAmount(amount, unit)}</span>;
}
