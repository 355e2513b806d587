'use client';

import { styleTreatments } from '@proofload/charts';
import type { Comparison, Run } from '@proofload/contracts';
import Link from 'next/link';
import { StyleMark } from '@/components/chart/style-mark';
import { classNames } from '@/components/ui/class-names';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { type Difference, listDifferences } from './list-differences';
import { RunStateBadge } from './run-badges';

/** The runs beside which a run stands, and what was otherwise with it though it is no factor. */
export function RunSiblings({ run, siblings }: { run: Run; siblings: Comparison }) {
  // Before it starts nothing is known of it, which is no difference.
  const differences = run.startedAt === null ? [] : listDifferences(siblings, run.id);
  return (
    <Panel
      title="Beside its siblings"
      description={
        differences.length > 0 || run.startedAt === null
          ? undefined
          : `Nothing but the factors is known to differ between the ${siblings.runs.length} runs of the sweep.`
      }
    >
      <PanelBody>
        <SiblingList run={run} siblings={siblings} />
      </PanelBody>
      {differences.length > 0 && <DifferenceTable differences={differences} />}
    </Panel>
  );
}

function SiblingList({ run, siblings: { groups, runs, baseline } }: { run: Run; siblings: Comparison }) {
  const styles = styleTreatments(
    groups.map(({ key }) => key),
    baseline,
  );
  return (
    <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
      {groups.map(({ key }) => {
        const style = styles.get(key);
        return (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-1.5 font-medium">
              {style && <StyleMark style={style} />}
              {key}
            </span>
            {runs
              .filter(({ group }) => group === key)
              .map(({ id, replicate, status, outcome }) => (
                <Link
                  key={id}
                  href={`/runs/${id}`}
                  aria-current={id === run.id ? 'page' : undefined}
                  className={classNames(
                    'inline-flex items-center gap-1 rounded px-1 text-accent hover:underline',
                    id === run.id && 'bg-raised font-medium text-ink',
                  )}
                >
                  #{replicate ?? '?'}
                  {(status !== 'finished' || outcome !== 'completed') && (
                    <RunStateBadge status={status} outcome={outcome} />
                  )}
                </Link>
              ))}
          </li>
        );
      })}
    </ul>
  );
}

function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <div className="border-t border-line">
      <Table label="What differed from its siblings">
        <thead>
          <tr>
            <HeadCell>What differed</HeadCell>
            <HeadCell>This run</HeadCell>
            <HeadCell>Others</HeadCell>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, own, others }) => (
            <Row key={name}>
              <Cell className="font-medium">{name}</Cell>
              <Cell className="break-all">{own === '' ? <Unknown /> : own}</Cell>
              <Cell className="break-all text-muted">
                {others.map(({ value, runs }, index) => (
                  <span key={value}>
                    {index > 0 && ', '}
                    {value === '' ? <Unknown /> : value} ({runs} {runs === 1 ? 'run' : 'runs'})
                  </span>
                ))}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const Unknown = () => <span className="italic">not known</span>;
