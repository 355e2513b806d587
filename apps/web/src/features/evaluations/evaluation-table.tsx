import type { RunEvaluation } from '@proofload/contracts';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { compareMeasurements, compareObjectives, type EvaluationRow } from './compare-evaluations';

/** Two evaluations of one run, value by value. */
export function EvaluationTable({ before, after }: { before: RunEvaluation; after: RunEvaluation }) {
  return (
    <div className="-mx-4 border-t border-line">
      <Table label={`Evaluation ${before.number} against ${after.number}`}>
        <thead>
          <tr>
            <HeadCell>Result</HeadCell>
            <HeadCell numeric>{columnName(before)}</HeadCell>
            <HeadCell numeric>{columnName(after)}, now</HeadCell>
            <HeadCell numeric>Difference</HeadCell>
          </tr>
        </thead>
        <tbody>
          {compareMeasurements(before, after).map((row) => (
            <Row key={row.name}>
              <Cell className="font-medium">{row.name}</Cell>
              <FigureCell figure={row.before} />
              <FigureCell figure={row.after} />
              <Cell numeric className="text-muted">
                {row.difference}
              </Cell>
            </Row>
          ))}
          {compareObjectives(before, after).map((row) => (
            <Row key={`objective ${row.name}`}>
              <Cell className="font-medium">{row.name}</Cell>
              <Cell numeric>{row.before}</Cell>
              <Cell numeric>{row.after}</Cell>
              <Cell numeric className="text-muted">
                {row.before === row.after ? 'none' : 'changed'}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const columnName = ({ number, version }: RunEvaluation): string =>
  version === null ? `Evaluation ${number}` : `Evaluation ${number}, version ${version}`;

function FigureCell({ figure }: { figure: EvaluationRow['before'] }) {
  if (figure === null) {
    return (
      <Cell numeric className="text-muted">
        –
      </Cell>
    );
  }
  return (
    <Cell numeric title={figure.note ?? undefined}>
      <Quantity value={figure.value} unit={figure.unit} />
    </Cell>
  );
}
