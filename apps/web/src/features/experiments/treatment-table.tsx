import type { ComparedCell, Comparison, Experiment } from '@proofload/contracts';
import { formatInterval, formatQuantity, formatRatio } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp, Star } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

/** Levels by measurements: value, n, spread and ratio to the baseline, and how often each objective held. */
export function TreatmentTable({
  experiment,
  comparison,
}: {
  experiment: Experiment;
  comparison: Comparison;
}) {
  return (
    <>
      <Table label="Treatments">
        <thead>
          <tr>
            <HeadCell>Treatment</HeadCell>
            <HeadCell numeric>Runs</HeadCell>
            {comparison.measurements.map(({ name }) => (
              <HeadCell key={name} numeric>
                {name}
              </HeadCell>
            ))}
            {comparison.slos.length > 0 && <HeadCell>Objectives</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {comparison.groups.map((group) => (
            <Row key={group.key}>
              <Cell className="font-medium whitespace-nowrap">
                {group.key}
                {group.key === comparison.baseline && (
                  <span className="ml-1.5 inline-flex items-center gap-1 text-xs font-normal text-muted">
                    <Star aria-hidden className="size-3 fill-current" /> baseline
                  </span>
                )}
              </Cell>
              <Cell numeric>
                n = {group.n}
                {group.excluded.length > 0 && (
                  <span className="block text-xs text-muted">{group.excluded.length} left out</span>
                )}
              </Cell>
              {comparison.measurements.map(({ name, unit, cells }) => (
                <Cell key={name} numeric>
                  <TreatmentCell cell={cells.find((cell) => cell.group === group.key)} unit={unit} />
                </Cell>
              ))}
              {comparison.slos.length > 0 && (
                <Cell>
                  <SloDots comparison={comparison} runs={group.runs} />
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="border-t border-line px-4 py-3">
        <Button size="small" asChild>
          <Link href={`/compare?experiment=${experiment.name}`}>Compare in detail</Link>
        </Button>
      </div>
    </>
  );
}

function TreatmentCell({ cell, unit }: { cell: ComparedCell | undefined; unit: string | null }) {
  if (!cell || cell.mean === null) return <span className="text-muted italic">no data</span>;
  const spread =
    cell.min !== null && cell.max !== null && cell.n > 1
      ? `${formatQuantity(cell.min, unit)} to ${formatQuantity(cell.max, unit)}`
      : null;
  return (
    <div title={cell.sentence}>
      <Quantity value={cell.mean} unit={unit} />
      {spread && <span className="block text-xs text-muted">{spread}</span>}
      {cell.difference !== 'baseline' && cell.ratio !== null && (
        <span className="block text-xs">
          {formatRatio(cell.ratio)}{' '}
          <span className="text-muted">
            {cell.low === null ? 'not assessable' : formatInterval(cell.low, cell.high)}
          </span>
        </span>
      )}
    </div>
  );
}

function SloDots({ comparison, runs }: { comparison: Comparison; runs: readonly string[] }) {
  return (
    <ul className="space-y-0.5">
      {comparison.slos.map(({ name, objective, cells }) => {
        const results = cells.filter(({ run }) => runs.includes(run)).flatMap(({ result }) => result ?? []);
        const met = results.filter((result) => result.met === true).length;
        const missed = results.some((result) => result.met === false);
        const Icon = missed ? CircleAlert : met === results.length && met > 0 ? CheckCircle2 : CircleHelp;
        return (
          <li key={name} className="flex items-center gap-1.5 whitespace-nowrap" title={objective}>
            <Icon
              aria-hidden
              className={`size-3.5 ${missed ? 'text-breach' : met > 0 ? 'text-pass' : 'text-muted'}`}
            />
            {name}:{' '}
            <span className="tabular">
              {met} of {results.length}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
