'use client';

import type { ChartTable } from '@proofload/charts';
import { formatNumber } from '@proofload/domain';
import { Dialog } from '@/components/ui/dialog';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

/** Rows that are shown; the CSV has them all. */
const maxRows = 500;

export interface ChartTableDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  table: ChartTable;
}

/** The data of a figure, for those who do not see it and those who want the numbers. */
export function ChartTableDialog({ open, onOpenChange, title, table }: ChartTableDialogProps) {
  const rows = table.rows.slice(0, maxRows);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={
        table.rows.length > maxRows
          ? `The first ${maxRows} of ${table.rows.length} rows; the CSV has them all.`
          : undefined
      }
    >
      <Table label={title}>
        <thead>
          <tr>
            {table.columns.map(({ name, unit }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
              <HeadCell key={index} numeric={index > 0}>
                {unit ? `${name} (${unit})` : name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <Row key={index}>
              {row.map((cell, column) => (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
                  key={column}
                  numeric={typeof cell === 'number'}
                  title={typeof cell === 'number' ? String(cell) : undefined}
                >
                  {cell === null ? (
                    <span className="text-muted italic">no data</span>
                  ) : typeof cell === 'number' ? (
                    formatNumber(cell, 6)
                  ) : (
                    cell
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
